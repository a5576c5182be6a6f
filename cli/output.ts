import { escapeControlCharacters } from '@tanabana/contract/text.ts'

/**
 * Sink for a command's output: a terminal, the client of the control socket, or a test. Each text is one line; line
 * breaks in shoppers' texts are escaped.
 */
export interface Output {
  /** A result, on standard output. */
  line: (text: string) => void
  /** A line of a file on standard output; unescaped for a file or pipe. */
  data: (text: string) => void
  /** An error, on standard error. */
  problem: (text: string) => void
  /** Progress of a long command; each text replaces the previous one. */
  progress: (text: string) => void
}

/** Output with results: sentences for people, or one JSON value for programs. */
export interface CommandOutput extends Output {
  /** Sets the result as a value; `--json` prints the last one at the end and suppresses `line`. */
  result: (value: unknown) => void
}

/** Call `end` after the command has succeeded; a failed command prints only its failure. */
export function commandOutput(output: Output, asJson: boolean): CommandOutput & { end: () => void } {
  if (!asJson) return { ...output, result: () => undefined, end: () => undefined }
  let last: { value: unknown } | undefined
  return {
    ...output,
    line: () => undefined,
    data: () => undefined,
    result: (value) => {
      last = { value }
    },
    end: () => {
      if (last) linesOf(JSON.stringify(last.value, null, 2)).forEach(output.line)
    },
  }
}

/** Prints a failure to run the command, in the command's format. */
export function printFailure(output: Output, argv: readonly string[], sentence: string): void {
  const formatted = commandOutput(output, isJson(argv))
  linesOf(sentence).forEach(formatted.problem)
  formatted.result({ error: sentence })
  formatted.end()
}

/** Splits multi-line texts of the CLI itself; callers escape the fields in them. */
export function linesOf(text: string): string[] {
  return text.trimEnd().split('\n')
}

export function isJson(argv: readonly string[]): boolean {
  return argv.includes('--json')
}

interface Stream {
  write(text: string): unknown
  isTTY?: boolean
}

const PLAIN_PROGRESS_INTERVAL_MS = 10_000
const CLEAR_LINE = '\r\u001B[K'
const COLORS: Record<string, string> = { '✓': '\u001B[32m', '✗': '\u001B[31m', '!': '\u001B[33m' }
const RESET = '\u001B[0m'
/** Separates cells of TSV and columns of help texts. */
const TAB = '\t'

/**
 * Output to a terminal, file or pipe. Escapes control characters; colours the marks at line starts on a terminal,
 * unless NO_COLOR is set. Progress overwrites one line on a terminal; elsewhere it prints a plain line every few
 * seconds.
 */
export function terminalOutput(
  stdout: Stream,
  stderr: Stream,
  { now = Date.now, noColor = false }: { now?: () => number; noColor?: boolean } = {},
): Output & { end: () => void } {
  let isProgressShown = false
  let lastProgress = now()
  const clear = () => {
    if (isProgressShown) stderr.write(CLEAR_LINE)
    isProgressShown = false
  }
  return {
    line(text) {
      clear()
      const shown = escapeControlCharacters(text, TAB)
      stdout.write(`${stdout.isTTY && !noColor ? colored(shown) : shown}\n`)
    },
    data(text) {
      clear()
      stdout.write(`${stdout.isTTY ? escapeControlCharacters(text, TAB) : text}\n`)
    },
    problem(text) {
      clear()
      const shown = escapeControlCharacters(text, TAB)
      stderr.write(stderr.isTTY && !noColor ? `${COLORS['✗']}${shown}${RESET}\n` : `${shown}\n`)
    },
    progress(text) {
      const shown = escapeControlCharacters(text, TAB)
      if (stderr.isTTY) {
        stderr.write(CLEAR_LINE + shown)
        isProgressShown = true
      } else if (now() - lastProgress >= PLAIN_PROGRESS_INTERVAL_MS) {
        stderr.write(`${shown}\n`)
        lastProgress = now()
      }
    },
    end: clear,
  }
}

function colored(text: string): string {
  const color = COLORS[text.charAt(0)]
  return color && text.charAt(1) === ' ' ? `${color}${text.charAt(0)}${RESET}${text.slice(1)}` : text
}
