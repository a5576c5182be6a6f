import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

import { makeDense, type PackedBody } from './rendered-page.ts'
import { shareOfNext } from './work-share.ts'

/** Of one core, what pages are compressed once more with: a thousand hot shops at once must not feel it. */
const CONDENSING_SHARE = 0.1
/** A process that is at work for more than this share of a moment has no time left for that. */
const BUSY_SHARE = 0.5
const MOMENT_MS = 250

/** Whether this process is mostly at work, which the next moment shows. */
export async function isBusyNext(): Promise<boolean> {
  return (await shareOfNext(MOMENT_MS)) > BUSY_SHARE
}

/**
 * Compresses bodies once more, one at a time, between a quiet moment and a rest: the processor belongs to shoppers, all of
 * it while they keep it busy. A body that is not done now is left as it is; the next who asks for it begins that again.
 */
export function createCondenser(isBusy: () => Promise<boolean>) {
  let isCondensing = false

  async function condense(body: PackedBody): Promise<void> {
    isCondensing = true
    try {
      if (await isBusy()) return
      const startedAt = performance.now()
      await makeDense(body)
      await wait((performance.now() - startedAt) * (1 / CONDENSING_SHARE - 1), undefined, { ref: false })
    } finally {
      isCondensing = false
    }
  }

  return (body: PackedBody): void => {
    if (!body.isDense && !isCondensing) void condense(body)
  }
}
