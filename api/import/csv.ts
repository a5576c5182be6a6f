import { Readable, pipeline } from 'node:stream'

import { CsvError, parse } from 'csv-parse'

import { unguardCell } from '../../src/lib/schemas/csv.ts'
import { ImportRefused } from './import-refused.ts'
import { cleanText } from './text.ts'

export interface CsvRow {
  /** Line of the file at which the row begins; the header is line 1. */
  line: number
  cells: string[]
  /** Why the row can't be used as it stands. */
  problem?: string
}

export interface CsvTable {
  header: string[]
  /** Every row after the header, blank ones (all cells empty) included. */
  rows: AsyncGenerator<CsvRow>
}

/**
 * Reads a table as a stream. Comma, semicolon and tab are told apart by the header line. A row with more or fewer cells
 * than the header carries a `problem`; a broken quotation ends the reading with `ImportRefused`, because nothing after
 * it can be trusted.
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
    throw new ImportRefused('The file is empty: its first line must name the columns.')
  }
  const header = headerRow.value.cells.map(cleanText)
  return { header, rows: checked(records, header.length) }
}

export function isBlank(row: CsvRow): boolean {
  return row.cells.every((cell) => cell.trim() === '')
}

/** `lineReached` is where the parser is: a broken quotation drops the rows that were parsed and not yet read. */
async function* rowsOf(parser: AsyncIterable<string[]>, lineReached: () => number): AsyncGenerator<CsvRow> {
  let line = 1
  try {
    for await (const cells of parser) {
      yield { line, cells: cells.map(unguardCell) }
      line += linesOf(cells)
    }
  } catch (error) {
    throw error instanceof CsvError ? new ImportRefused(describe(error, lineReached())) : error
  }
}

/** Lines that a row takes in the file. csv-parse counts too, but a CRLF inside quotation marks twice. */
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
