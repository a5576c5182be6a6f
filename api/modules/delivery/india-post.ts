import type { Pincode } from './pincodes.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { UnusableFile } from '../../tables/unusable-file.ts'
import { isBlank, type CsvRow } from '../../tables/csv.ts'
import { capitalize } from '@tanabana/contract/text.ts'
import { cleanText } from '../../tables/clean-text.ts'

/**
 * The directory of post offices that India Post publishes on data.gov.in, in which many offices share a PIN code. Its older
 * edition writes some columns otherwise.
 */
const COLUMNS = {
  code: ['pincode'],
  office: ['officename'],
  type: ['officetype'],
  delivery: ['delivery', 'deliverystatus'],
  district: ['district', 'districtname'],
  state: ['statename'],
} as const

type ColumnName = keyof typeof COLUMNS

/** The places and the delivery of one PIN code. */
interface Offices {
  isDelivering: boolean
  /** Of the head office; of several the first. */
  headPlace?: Place
  /** Places of all offices, by name, with the number of offices. */
  places: Map<string, Place & { offices: number }>
}

interface Place {
  city: string
  state: string
}

export function isDirectory(columns: readonly string[]): boolean {
  return ['office', 'code', 'delivery', 'district', 'state'].every(
    (name) => indexOf(columns, name as ColumnName) >= 0,
  )
}

/**
 * One row per PIN code: delivered to if any of its offices delivers, with district and state of its head office, else of
 * most of its offices.
 * @throws {UnusableFile} a row is invalid; the message names its line
 */
export async function readDirectory(
  rows: AsyncIterable<CsvRow>,
  columns: readonly string[],
): Promise<{ rows: Pincode[]; leftOut: string[] }> {
  const byCode = new Map<string, Offices>()
  for await (const row of rows) {
    if (!isBlank(row)) addOffice(byCode, row, columns)
  }
  const found: Pincode[] = []
  const leftOut: string[] = []
  for (const [code, { isDelivering, headPlace, places }] of byCode) {
    const [most] = [...places.values()].toSorted((one, other) => other.offices - one.offices)
    const place = headPlace ?? most
    if (!place) leftOut.push(code)
    else {
      const { city, state } = place
      found.push({ code, city, state, serviceable: isDelivering, deliveryDays: null, cashOnDelivery: true })
    }
  }
  return { rows: found, leftOut }
}

function addOffice(
  byCode: Map<string, Offices>,
  { line, cells, problem }: CsvRow,
  columns: readonly string[],
): void {
  if (problem) throw new UnusableFile(`Line ${line}: ${problem}`)
  const cell = (name: ColumnName) => cleanText(cells[indexOf(columns, name)] ?? '')
  const code = readPinCode(cell('code'))
  if (code === undefined) {
    throw new UnusableFile(`Line ${line}: "${cell('code')}" is not a PIN code of 6 digits.`)
  }
  const offices: Offices = byCode.get(code) ?? { isDelivering: false, places: new Map() }
  byCode.set(code, offices)
  offices.isDelivering ||= readDelivery(line, cell('delivery'))
  const [city, state] = [toName(cell('district')), toName(cell('state'))]
  if (city === '' || state === '') return
  const key = `${city}\n${state}`
  const place = offices.places.get(key) ?? { city, state, offices: 0 }
  place.offices++
  offices.places.set(key, place)
  const isHead = cell('type').replaceAll('.', '').toUpperCase() === 'HO'
  if (isHead) offices.headPlace ??= { city, state }
}

function readDelivery(line: number, text: string): boolean {
  const word = text.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (word === 'delivery') return true
  if (word === 'nondelivery' || word === '') return false
  throw new UnusableFile(`Line ${line}: delivery must be "Delivery" or "Non Delivery", not "${text}".`)
}

/** The name as shoppers write it: the file has capitals, and `NA` for none. */
function toName(text: string): string {
  if (/^(?:na|n\/a|-)$/i.test(text)) return ''
  if (text !== text.toUpperCase()) return text
  return text
    .toLowerCase()
    .replaceAll(/\p{L}+/gu, (word) => (word === 'and' || word === 'of' ? word : capitalize(word)))
}

function indexOf(columns: readonly string[], name: ColumnName): number {
  return columns.findIndex((column) => COLUMNS[name].some((known) => known === column))
}
