const FIRST_DELAY_MS = 3000
const MAX_DELAY_MS = 15_000
const SLOWER_BY = 1.2
const WATCH_MS = 15 * 60_000

export interface OrderWatch {
  /** Checks at once and starts the schedule again. */
  checkNow: () => void
  stop: () => void
}

/**
 * Calls `check` every few seconds, at growing intervals, while the tab is visible, until it resolves to true or rejects
 * with an error that `isFinal` accepts. After 15 minutes it stops and calls `onPause`; `checkNow` starts it again.
 */
export function watchOrder(options: {
  check: () => Promise<boolean>
  /** Longest pause between checks. */
  maxDelayMs?: number
  isFinal: (error: unknown) => boolean
  onPause: () => void
  /** Called when the watch starts again, by `checkNow` or because the tab is visible again. */
  onResume: () => void
}): OrderWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let delay = FIRST_DELAY_MS
  let since = Date.now()
  let isOver = false
  let isChecking = false

  async function check(): Promise<void> {
    if (isOver || isChecking || document.hidden) return
    clearTimeout(timer)
    isChecking = true
    try {
      if (await options.check()) stop()
    } catch (error) {
      if (options.isFinal(error)) stop()
    } finally {
      isChecking = false
    }
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- `stop` may have run meanwhile
    if (!isOver) again()
  }

  function again(): void {
    clearTimeout(timer)
    if (Date.now() - since > WATCH_MS) return options.onPause()
    timer = setTimeout(() => void check(), delay)
    delay = Math.min(delay * SLOWER_BY, options.maxDelayMs ?? MAX_DELAY_MS)
  }

  function checkNow(): void {
    if (isOver) return
    options.onResume()
    since = Date.now()
    delay = FIRST_DELAY_MS
    void check()
  }

  /** Checks when the shopper returns from the payment app. */
  function checkWhenVisible(): void {
    if (!document.hidden) checkNow()
  }

  function stop(): void {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', checkWhenVisible)
  }

  document.addEventListener('visibilitychange', checkWhenVisible)
  again()
  return { checkNow, stop }
}
