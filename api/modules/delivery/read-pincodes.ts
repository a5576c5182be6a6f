import type { Pincode } from './pincodes.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { UnusableFile } from '../../tables/unusable-file.ts'
import { isDirectory, readDirectory } from './india-post.ts'
import { isBlank, openCsv, type CsvRow } from '../../tables/csv.ts'
import { detectEncoding, readText } from '../../tables/encoding.ts'
import { cleanText } from '../../tables/clean-text.ts'

const DAYS_MAX = 99

export interface ReadPincodes {
  rows: Pincode[]
  /** Codes of which the file names no district or state. */
  leftOut: string[]
}

/**
 * Reads the whole file before anything is written: a table of the shop, or India Post's directory of post offices. `name`
 * is that of the file, for messages.
 * @throws {UnusableFile} a row is invalid; the message names its line
 */
export async function readPincodes(path: string, name = path): Promise<ReadPincodes> {
  const { header, rows } = await openCsv(readText(path, await detectEncoding(path, name)))
  const columns = header.map((name) => name.trim().toLowerCase())
  const read = isDirectory(columns)
    ? await readDirectory(rows, columns)
    : { rows: await readTable(rows, columns), leftOut: [] }
  if (read.rows.length === 0)
    throw new UnusableFile('The file has no PIN codes. The table of the shop stays.')
  return read
}

async function readTable(rows: AsyncIterable<CsvRow>, columns: string[]): Promise<Pincode[]> {
  for (const name of ['code', 'city', 'state']) {
    if (!columns.includes(name)) {
      throw new UnusableFile(
        `The file has no column "${name}". Its first line must name code, city and state, or be that of India Post's file.`,
      )
    }
  }
  const found = new Map<string, Pincode>()
  for await (const row of rows) {
    if (isBlank(row)) continue
    const pincode = toPincode(row, columns)
    if (found.has(pincode.code)) throw new UnusableFile(`Line ${row.line}: ${pincode.code} appears twice.`)
    found.set(pincode.code, pincode)
  }
  return [...found.values()]
}

function toPincode({ line, cells, problem }: CsvRow, columns: string[]): Pincode {
  if (problem) throw new UnusableFile(`Line ${line}: ${problem}`)
  const cell = (name: string) => cleanText(cells[columns.indexOf(name)] ?? '')
  const code = readPinCode(cell('code'))
  if (code === undefined) {
    throw new UnusableFile(`Line ${line}: "${cell('code')}" is not a PIN code of 6 digits.`)
  }
  const [city, state] = [cell('city'), cell('state')]
  if (!city || !state) throw new UnusableFile(`Line ${line}: ${code} needs a city and a state.`)
  const days = cell('days')
  if (days && !(/^\d{1,2}$/.test(days) && Number(days) > 0)) {
    throw new UnusableFile(`Line ${line}: days must be 1 to ${DAYS_MAX}, not "${days}".`)
  }
  return {
    code,
    city,
    state,
    serviceable: readYes(line, 'serviceable', cell('serviceable'), true),
    deliveryDays: days ? Number(days) : null,
    cashOnDelivery: readYes(line, 'cod', cell('cod'), !columns.includes('cod')),
  }
}

function readYes(line: number, column: string, text: string, byDefault: boolean): boolean {
  if (text === '') return byDefault
  if (/^(?:yes|y|true|1)$/i.test(text)) return true
  if (/^(?:no|n|false|0)$/i.test(text)) return false
  throw new UnusableFile(`Line ${line}: ${column} must be yes or no, not "${text}".`)
}
