import pLimit from 'p-limit'

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs `concurrency` works at once and queues `maxQueued` more; a further one is refused with the error of `onFull`. */
export function createConcurrencyLimit({
  concurrency,
  maxQueued,
  onFull,
}: {
  concurrency: number
  maxQueued: number
  onFull: () => Error
}): ConcurrencyLimit {
  const limit = pLimit(concurrency)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxQueued) throw onFull()
    return limit(work)
  }
}
