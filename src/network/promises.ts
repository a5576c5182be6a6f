import pLimit from 'p-limit'

/** Settles as `work` does, or after `milliseconds` as `onTimeout` does. The work is not cancelled. */
export async function withTimeout<T, Late>(
  work: Promise<T>,
  milliseconds: number,
  onTimeout: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    return await Promise.race([work, late.then(onTimeout)])
  } finally {
    clearTimeout(timer)
  }
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `concurrency` tasks at once and queues `maxQueued`; rejects any other with the error of `onFull`. */
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
