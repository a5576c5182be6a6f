/** More is asked for than can be done now: trying again in a moment helps. */
export class OverloadedError extends Error {
  override name = 'OverloadedError'
}

export type Bound = ReturnType<typeof createBound>

/** Lets so much work run at once; what comes on top is refused at once, so that nothing queues up. T34 */
export function createBound(max: number) {
  let underWay = 0
  let begun = 0
  let refused = 0
  return {
    /** @throws {OverloadedError} too much is under way already */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (underWay >= max) {
        refused += 1
        throw new OverloadedError(`${max} are under way already`)
      }
      begun += 1
      underWay += 1
      try {
        return await work()
      } finally {
        underWay -= 1
      }
    },
    counts: () => ({ underWay, begun, refused }),
  }
}
