import { escapeControlCharacters } from '../../src/lib/schemas/control-characters.ts'

/**
 * Where a command's words go: a terminal, the far end of the control socket, or a test. A text is one line whatever is
 * in it, so nothing that a shopper has written makes a line of its own.
 */
export interface Output {
  /** A result, on standard output. */
  line: (text: string) => void
  /** A line of a file that is written to standard output; to a file or pipe it goes as it is. */
  data: (text: string) => void
  /** What went wrong, on standard error. */
  problem: (text: string) => void
  /** How far a long command is; each text replaces the one before. */
  progress: (text: string) => void
}

/** What a command tells its results by: sentences for people, or one JSON value for programs. */
export interface CommandOutput extends Output {
  /** The result as a value; with `--json` the last one is said at the end, and `line` says nothing. */
  result: (value: unknown) => void
}

/** `end` is called when nothing more can go wrong: a command that fails after all says its failure alone. */
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

/** Tells, as a command does of itself, that it could not be run. */
export function sayFailure(output: Output, argv: readonly string[], sentence: string): void {
  const said = commandOutput(output, isJson(argv))
  linesOf(sentence).forEach(said.problem)
  said.result({ error: sentence })
  said.end()
}

/** Splits our own multi-line texts; callers escape the fields in them. */
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
/** Separates the cells of TSV and what is lined up in help. */
const TAB = '\t'

/**
 * Words for a terminal, a file or a pipe. Characters that act instead of being seen are escaped; marks at the start of a
 * line are coloured on a terminal, unless NO_COLOR says not to. Progress stays on one line of a terminal; elsewhere it is a plain line every few
 * seconds, so that a log stays short.
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
