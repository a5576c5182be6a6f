/** Renders that nobody waits for may begin so often: what is left of the processor belongs to shoppers. */
const STARTS_PER_SECOND = 50
/** So many of them together: more would keep shoppers waiting who come all at once after a pause. */
const STARTS_TOGETHER = 4
const AT_ONCE = 32
/** A shop whose API is slow holds up no other shop's pages. */
const AT_ONCE_EACH = 4
const SECOND_MS = 1000

/**
 * Decides which stale pages are made anew now. A page that may not be stays as it is until somebody asks again, so that
 * nothing queues up however many pages have grown stale.
 */
export function createRefreshes(now: () => number) {
  const underWay = new Map<string, number>()
  let total = 0
  let startsLeft = STARTS_TOGETHER
  let countedAt = now()

  function refill(): void {
    const gained = ((now() - countedAt) / SECOND_MS) * STARTS_PER_SECOND
    startsLeft = Math.min(STARTS_TOGETHER, startsLeft + gained)
    countedAt = now()
  }

  return {
    mayStart(host: string): boolean {
      refill()
      return startsLeft >= 1 && total < AT_ONCE && (underWay.get(host) ?? 0) < AT_ONCE_EACH
    },

    async run<T>(host: string, render: () => Promise<T>): Promise<T> {
      startsLeft -= 1
      total += 1
      underWay.set(host, (underWay.get(host) ?? 0) + 1)
      try {
        return await render()
      } finally {
        total -= 1
        const left = (underWay.get(host) ?? 1) - 1
        if (left > 0) underWay.set(host, left)
        else underWay.delete(host)
      }
    },
  }
}
