import { CommandError } from '../context.ts'
import { Columns } from './columns.ts'
import { isBlank, openCsv } from './csv.ts'
import { detectEncoding, readText } from './encoding.ts'
import { describeSpreadsheetError, isDateLike, isShortenedNumber, isSpreadsheetError } from './spreadsheet.ts'

/** A column that a command reads, and what a spreadsheet may have done to it. */
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
 * @throws {CommandError} there is no such file, it lacks a needed column, or it has no rows
 * @throws {ImportRefused} the file is no table
 */
export async function readTable<Name extends string>(
  path: string,
  columns: Readonly<Record<Name, TableColumn>>,
): Promise<TableRow<Name>[]> {
  const { header, rows } = await openCsv(readText(path, await requireEncoding(path)))
  const found = new Columns(header)
  const named = Object.entries<TableColumn>(columns) as [Name, TableColumn][]
  for (const [, { names, isNeeded }] of named) {
    if (!isNeeded || names.some((name) => found.has(name))) continue
    throw new CommandError(
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
  if (read.length === 0) throw new CommandError('The file has no rows below its first line.')
  return read
}

async function requireEncoding(path: string) {
  try {
    return await detectEncoding(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new CommandError(`There is no file ${path}.`)
    }
    throw error
  }
}

function damageOf(cell: string, { names: [name], isNeeded, hasNumbers }: TableColumn): string | undefined {
  if (cell === '') return isNeeded === 'cell' ? `the ${name} is missing` : undefined
  if (isSpreadsheetError(cell)) return describeSpreadsheetError(cell, `the ${name}`)
  if (!hasNumbers) return undefined
  const remedy = 'format the column as text and enter it again'
  if (isShortenedNumber(cell)) return `the ${name} "${cell}" is shortened by a spreadsheet: ${remedy}`
  return isDateLike(cell) ? `the ${name} "${cell}" was made a date by a spreadsheet: ${remedy}` : undefined
}
