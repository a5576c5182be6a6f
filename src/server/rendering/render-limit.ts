import { monitorEventLoopDelay } from 'node:perf_hooks'

const SAMPLE_MS = 1000
const DELAY_RESOLUTION_MS = 20
/** With this delay no response meets its deadline. */
const MAX_EVENT_LOOP_DELAY_MS = 1000

/** The process is overloaded; the client may try again in a moment. */
export class OverloadedError extends Error {
  override name = 'OverloadedError'
}

export type RenderLimit = ReturnType<typeof createRenderLimit>

/** Runs at most `max` renders at once, and none while `isOverloaded`. Rejects the others, so that none queues up. */
export function createRenderLimit(max: number, isOverloaded: () => boolean) {
  let active = 0
  let started = 0
  let rejected = 0
  return {
    /** @throws {OverloadedError} */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (active >= max || isOverloaded()) {
        rejected += 1
        throw new OverloadedError(
          active >= max ? `${max} renders are in flight` : 'the event loop is delayed',
        )
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

/**
 * Resumes one waiting render per event-loop iteration, first come, first served. Node accepts one connection per iteration,
 * so renders that resume together would keep every new client waiting. docs/decisions/0002-renders-yield.md
 */
export function createYieldQueue(): () => Promise<void> {
  const waiting: (() => void)[] = []

  function resumeNext(): void {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(resumeNext)
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(resumeNext)
    })
}

/**
 * Returns a check whether the event loop of this process was delayed in the last second, measured as
 * `fastify/under-pressure` does. Cached pages are sent meanwhile: they cost a fraction of a render, and a delayed
 * process sends its backlog first.
 */
export function watchEventLoopDelay(): () => boolean {
  const histogram = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  histogram.enable()
  let isDelayed = false
  setInterval(() => {
    // The first tick after a reset is not counted, and a blocked loop has no second one yet.
    if (histogram.count === 0) return
    isDelayed = histogram.mean / 1e6 - DELAY_RESOLUTION_MS > MAX_EVENT_LOOP_DELAY_MS
    histogram.reset()
  }, SAMPLE_MS).unref()
  return () => isDelayed
}
