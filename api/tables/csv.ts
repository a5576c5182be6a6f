import { Readable, pipeline } from 'node:stream'

import { CsvError, parse } from 'csv-parse'

import { unguardCell } from '@tanabana/contract/feed-formats.ts'
import { cleanText } from './clean-text.ts'
import { UnusableFile } from './unusable-file.ts'

export interface CsvRow {
  /** Number of the row as a spreadsheet counts; the header is row 1. */
  line: number
  cells: string[]
  /** Why the row is invalid. */
  problem?: string
}

export interface CsvTable {
  header: string[]
  /** Every row after the header, including blank ones (all cells empty). */
  rows: AsyncGenerator<CsvRow>
}

/**
 * Reads a table as a stream. The header line decides between comma, semicolon and tab. A row with more or fewer cells
 * than the header has a `problem`.
 * @throws {UnusableFile} a quotation is broken, which makes everything after it unreliable
 */
export async function openCsv(text: AsyncGenerator<string>): Promise<CsvTable> {
  const first = await text.next()
  const start = first.done ? '' : first.value
  let parsedLines = 0
  const parser = parse({
    delimiter: detectDelimiter(start),
    relax_column_count: true,
    on_record: (cells: string[]) => {
      parsedLines += linesOf(cells)
      return cells
    },
  })
  pipeline(Readable.from(joined(start, text)), parser, () => undefined)

  const records = rowsOf(parser, () => parsedLines + 1)
  const headerRow = await records.next()
  if (headerRow.done) {
    throw new UnusableFile('The file is empty: its first line must name the columns.')
  }
  const header = headerRow.value.cells.map(cleanText)
  return { header, rows: checked(records, header.length) }
}

export function isBlank(row: CsvRow): boolean {
  return row.cells.every((cell) => cell.trim() === '')
}

/** `lineReached` is the parser's position: a broken quotation drops rows that were parsed but not yet read. */
async function* rowsOf(parser: AsyncIterable<string[]>, lineReached: () => number): AsyncGenerator<CsvRow> {
  let line = 1
  try {
    for await (const cells of parser) {
      yield { line, cells: cells.map(unguardCell) }
      line += 1
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnusableFile(describe(error, lineReached())) : error
  }
}

/** Number of lines of a row in the file. csv-parse counts too, but counts a CRLF inside quotation marks twice. */
function linesOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 1)
}

async function* checked(records: AsyncGenerator<CsvRow>, width: number): AsyncGenerator<CsvRow> {
  for await (const row of records) {
    const cells = row.cells.length
    if (cells === width || isBlank(row)) yield row
    else {
      const hint =
        cells < width ? 'the file is cut off here or lacks a comma' : 'a comma is not inside quotation marks'
      yield { ...row, problem: `has ${cells} cells where the header has ${width}: ${hint}` }
    }
  }
}

function describe(error: CsvError, line: number): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return (
      `The file ends inside a quoted cell of the row that begins at line ${line}: ` +
      'it was cut off, or a closing quotation mark is missing. Export the file again.'
    )
  }
  return (
    `The row that begins at line ${line} can't be read: it has an unexpected quotation mark. ` +
    'Inside a quoted cell write it twice (""); a cell that holds one must be quoted.'
  )
}

function detectDelimiter(start: string): string {
  const [headerLine = ''] = start.split(/\r?\n/, 1)
  const occurrences = (delimiter: string) => headerLine.split(delimiter).length
  return [',', ';', '\t'].reduce((best, next) => (occurrences(next) > occurrences(best) ? next : best))
}

async function* joined(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start
  yield* rest
}
