/** The process is overloaded; the client may try again in a moment. */
export class OverloadedError extends Error {
  override name = 'OverloadedError'
}

export type RenderLimit = ReturnType<typeof createRenderLimit>

/** Runs at most `max` renders at once and rejects more, so that none queues up; none while `isOverloaded`. */
export function createRenderLimit(max: number, isOverloaded: () => boolean) {
  let active = 0
  let started = 0
  let rejected = 0
  return {
    /** @throws {OverloadedError} */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (active >= max || isOverloaded()) {
        rejected += 1
        throw new OverloadedError(active >= max ? `${max} are under way already` : 'the event loop is late')
      }
      started += 1
      active += 1
      try {
        return await work()
      } finally {
        active -= 1
      }
    },
    counts: () => ({ active, started, rejected }),
  }
}
