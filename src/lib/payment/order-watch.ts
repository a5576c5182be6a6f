const FIRST_DELAY_MS = 3000
const LONGEST_DELAY_MS = 15_000
const SLOWER_BY = 1.2
const WATCH_MS = 15 * 60_000

export interface OrderWatch {
  /** Checks at once and starts the schedule again. */
  lookNow: () => void
  stop: () => void
}

/**
 * Calls `look` every few seconds, at growing intervals, while the tab is visible, until it resolves to true or rejects
 * with an error that `isFinal` accepts. After 15 minutes it stops and calls `onPause`; `lookNow` starts it again.
 */
export function watchOrder(options: {
  look: () => Promise<boolean>
  isFinal: (error: unknown) => boolean
  onPause: () => void
  /** Called when the watch starts again, by `lookNow` or because the tab is visible again. */
  onResume: () => void
}): OrderWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let delay = FIRST_DELAY_MS
  let since = Date.now()
  let isOver = false
  let isLooking = false

  async function look(): Promise<void> {
    if (isOver || isLooking || document.hidden) return
    clearTimeout(timer)
    isLooking = true
    try {
      if (await options.look()) stop()
    } catch (error) {
      if (options.isFinal(error)) stop()
    } finally {
      isLooking = false
    }
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- `stop` may have run meanwhile
    if (!isOver) again()
  }

  function again(): void {
    clearTimeout(timer)
    if (Date.now() - since > WATCH_MS) return options.onPause()
    timer = setTimeout(() => void look(), delay)
    delay = Math.min(delay * SLOWER_BY, LONGEST_DELAY_MS)
  }

  function lookNow(): void {
    if (isOver) return
    options.onResume()
    since = Date.now()
    delay = FIRST_DELAY_MS
    void look()
  }

  /** Checks when the shopper returns from the payment app. */
  function lookWhenShown(): void {
    if (!document.hidden) lookNow()
  }

  function stop(): void {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', lookWhenShown)
  }

  document.addEventListener('visibilitychange', lookWhenShown)
  again()
  return { lookNow, stop }
}
