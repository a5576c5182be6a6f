import type { RenderedPage } from './rendered-page.ts'

const MS = 1000

/** How old pages are, by what they declared; fresh for `freshSeconds` at least. */
export function createAges(freshSeconds: number, now: () => number) {
  /** In milliseconds; 0 for a page that is not to be kept. */
  function freshMs({ policy }: RenderedPage): number {
    return policy ? Math.max(policy.maxAge, freshSeconds) * MS : 0
  }

  return {
    freshMs,
    isStale: (page: RenderedPage): boolean =>
      page.policy !== undefined && now() - page.madeAt > freshMs(page),
    isTooOld: (page: RenderedPage): boolean =>
      page.policy !== undefined && now() - page.madeAt > freshMs(page) + page.policy.stale * MS,
  }
}
