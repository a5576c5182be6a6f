/** Where a command's words go: a terminal, the far end of the control socket, or a test. */
export interface Output {
  /** A result, on standard output. */
  line(text: string): void
  /** What went wrong, on standard error. */
  problem(text: string): void
  /** How far a long command is; each text replaces the one before. */
  progress(text: string): void
}

interface Stream {
  write(text: string): unknown
  isTTY?: boolean
}

const PLAIN_PROGRESS_INTERVAL_MS = 10_000
const CLEAR_LINE = '\r\u001B[K'

/**
 * Words for a terminal, without colours. Progress stays on one line of a terminal; elsewhere it is a plain line every
 * few seconds, so that a log stays short.
 */
export function terminalOutput(
  stdout: Stream,
  stderr: Stream,
  now: () => number = Date.now,
): Output & { end(): void } {
  let isProgressShown = false
  let lastProgress = now()
  const clear = () => {
    if (isProgressShown) stderr.write(CLEAR_LINE)
    isProgressShown = false
  }
  return {
    line(text) {
      clear()
      stdout.write(`${text}\n`)
    },
    problem(text) {
      clear()
      stderr.write(`${text}\n`)
    },
    progress(text) {
      if (stderr.isTTY) {
        stderr.write(CLEAR_LINE + text)
        isProgressShown = true
      } else if (now() - lastProgress >= PLAIN_PROGRESS_INTERVAL_MS) {
        stderr.write(`${text}\n`)
        lastProgress = now()
      }
    },
    end: clear,
  }
}
