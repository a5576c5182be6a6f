const REPORT_INTERVAL_MS = 10_000

/** Progress report and deadline of a long bench. */
export interface Progress {
  report: (done: number) => void
  isOver: () => boolean
}

export const NO_PROGRESS: Progress = { report: () => undefined, isOver: () => false }

/** Prints a line every ten seconds and ends after this many minutes. */
export function startProgress(what: string, total: number, minutes: number): Progress {
  const startedAt = performance.now()
  const passed = () => performance.now() - startedAt
  let reportedAt = 0
  return {
    report(done) {
      if (passed() - reportedAt < REPORT_INTERVAL_MS) return
      reportedAt = passed()
      console.error(`${Math.round(passed() / 1000)} s: ${done} of ${total} ${what}`)
    },
    isOver: () => passed() > minutes * 60_000,
  }
}
