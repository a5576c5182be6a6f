import { setImmediate as nextIteration } from 'node:timers/promises'

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

/**
 * Runs one task at a time, in order, each in its own iteration of the event loop: PGlite's tasks do not yield, so that a
 * burst would starve requests and timers. A task that has waited for `maxWaitMs` never runs and rejects with the error of
 * `onLate`.
 */
export function createSerialQueue({
  maxWaitMs,
  onLate,
}: {
  maxWaitMs: number
  onLate: () => Error
}): ConcurrencyLimit {
  const limit = pLimit(1)
  return (work) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const timer = setTimeout(() => reject(onLate()), maxWaitMs)
      void limit(async () => {
        await nextIteration()
        clearTimeout(timer)
        // Timers are late themselves while a long statement of PGlite blocks the event loop.
        if (performance.now() - startedAt >= maxWaitMs) reject(onLate())
        else await work().then(resolve, reject)
      })
    })
}
