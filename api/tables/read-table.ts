import { Columns } from './columns.ts'
import { isBlank, openCsv } from './csv.ts'
import { decodeFile } from './encoding.ts'
import { describeSpreadsheetError, isDateLike, isShortenedNumber, isSpreadsheetError } from './spreadsheet.ts'
import { UnusableFile } from './unusable-file.ts'

/** A small file, read whole. */
export interface TableFile {
  /** For messages. */
  name: string
  bytes: Uint8Array
}

/** A column that a table may have, and what a spreadsheet may have done to it. */
export interface TableColumn {
  /** In its order of preference; case and spaces don't count. */
  names: readonly [string, ...string[]]
  /** The file, or each of its rows, needs it. */
  isNeeded?: 'column' | 'cell'
  /** Long numbers, which spreadsheets shorten or make dates of. */
  hasNumbers?: true
}

export interface TableRow<Name extends string> {
  /** As a spreadsheet counts; the header is row 1. */
  line: number
  cells: Record<Name, string>
  /** Why the row can't be used. */
  problem?: string
}

/**
 * Reads a small table whole, with its blank rows left out. Damaged rows have a `problem`.
 * @throws {UnusableFile} the file is no table, it lacks a needed column, or it has no rows
 */
export async function readTable<Name extends string>(
  { name, bytes }: TableFile,
  columns: Readonly<Record<Name, TableColumn>>,
): Promise<TableRow<Name>[]> {
  const { header, rows } = await openCsv(decodeFile(name, bytes))
  const found = new Columns(header)
  const named = Object.entries<TableColumn>(columns) as [Name, TableColumn][]
  for (const [, { names, isNeeded }] of named) {
    if (!isNeeded || names.some((name) => found.has(name))) continue
    throw new UnusableFile(
      `The file has no column "${names[0]}". Its first line must name its columns: ${named.map(([, one]) => one.names[0]).join(', ')}.`,
    )
  }
  const read: TableRow<Name>[] = []
  for await (const row of rows) {
    if (isBlank(row)) continue
    const cells = Object.fromEntries(
      named.map(([key, { names }]) => [key, found.text(row, ...names)]),
    ) as Record<Name, string>
    const problem = row.problem ?? named.map(([key, one]) => damageOf(cells[key], one)).find(Boolean)
    read.push({ line: row.line, cells, ...(problem !== undefined && { problem }) })
  }
  if (read.length === 0) throw new UnusableFile('The file has no rows below its first line.')
  return read
}

function damageOf(cell: string, { names: [name], isNeeded, hasNumbers }: TableColumn): string | undefined {
  if (cell === '') return isNeeded === 'cell' ? `the ${name} is missing` : undefined
  if (isSpreadsheetError(cell)) return describeSpreadsheetError(cell, `the ${name}`)
  if (!hasNumbers) return undefined
  const remedy = 'format the column as text and enter it again'
  if (isShortenedNumber(cell)) return `the ${name} "${cell}" is shortened by a spreadsheet: ${remedy}`
  return isDateLike(cell) ? `the ${name} "${cell}" was made a date by a spreadsheet: ${remedy}` : undefined
}
