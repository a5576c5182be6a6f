import { hasControlCharacters } from '@tanabana/contract/text.ts'
import type { Shipment } from '../../db/json-columns.ts'
import { readTable, type TableColumn, type TableFile } from '../../tables/read-table.ts'
import type { NamedOrder } from '../orders/change-each.ts'
import { REPORTED_STATUSES, type ReportedStatus, type StatusReport } from './parcel-status.ts'

/** Characters of a courier's name or a tracking number. */
export const PARCEL_TEXT_MAX = 100
const URL_MAX = 500

export type Parcel = Omit<Shipment, 'shippedAt'>

const ORDER_COLUMN = {
  names: ['order', 'order number', 'order no', 'order id', 'reference no'],
  isNeeded: 'cell',
} as const satisfies TableColumn

const COURIER_COLUMNS = {
  order: ORDER_COLUMN,
  courier: { names: ['courier', 'courier name', 'courier company', 'carrier'] },
  tracking: {
    names: [
      'tracking number',
      'tracking no',
      'tracking id',
      'tracking',
      'awb',
      'awb number',
      'awb no',
      'awb code',
    ],
    isNeeded: 'cell',
    hasNumbers: true,
  },
  url: { names: ['tracking url', 'tracking link', 'url'] },
} as const satisfies Record<string, TableColumn>

const DELIVERED_COLUMNS = {
  order: ORDER_COLUMN,
  cash: { names: ['cash reference', 'remittance', 'utr'], hasNumbers: true },
} as const satisfies Record<string, TableColumn>

const STATUS_COLUMNS = {
  order: ORDER_COLUMN,
  status: {
    names: ['status', 'parcel status', 'shipment status', 'delivery status', 'current status'],
    isNeeded: 'cell',
  },
  cash: DELIVERED_COLUMNS.cash,
} as const satisfies Record<string, TableColumn>

/** The words of couriers, in lower case without punctuation. RTO: return to origin. */
const STATUS_WORDS: [ReportedStatus | 'moving', RegExp][] = [
  ['returned-to-sender', /^(?:returned(?: to (?:sender|origin|seller))?|rto delivered|rto received)$/],
  ['on-its-way-back', /^(?:on its way back|returning|rto|rto (?:initiated|in transit|intransit))$/],
  ['undelivered', /^(?:undelivered|not delivered|delivery failed|failed delivery|ndr)$/],
  ['lost', /^(?:lost|parcel lost|shipment lost)$/],
  ['delivered', /^delivered$/],
  [
    'moving',
    /^(?:manifested|picked up|pickup done|shipped|in transit|intransit|reached at destination|out for delivery|dispatched)$/,
  ],
]

/**
 * Parcels of a courier's file; `courier` is that of rows without one.
 * @throws {UnusableFile} the file is no table of parcels
 */
export async function readParcels(
  file: TableFile,
  courier: string | undefined,
): Promise<NamedOrder<Parcel>[]> {
  const rows = await readTable(file, COURIER_COLUMNS)
  return rows.map(({ line, cells, problem }) => ({
    ...{ typed: cells.order, line },
    terms: problem === undefined ? toParcel(cells, courier) : { problem },
  }))
}

function toParcel(
  cells: Record<keyof typeof COURIER_COLUMNS, string>,
  defaultCourier: string | undefined,
): Parcel | { problem: string } {
  const courier = cells.courier || defaultCourier
  if (courier === undefined)
    return { problem: 'the courier is missing: name it in the file or with --courier' }
  if (!isParcelText(courier) || !isParcelText(cells.tracking)) {
    return { problem: `courier and tracking number have at most ${PARCEL_TEXT_MAX} characters` }
  }
  const parcel = { courier, trackingNumber: cells.tracking }
  if (cells.url === '') return parcel
  const trackingUrl = readTrackingUrl(cells.url)
  return trackingUrl === undefined
    ? { problem: `"${cells.url}" is not an https address` }
    : { ...parcel, trackingUrl }
}

/** Whether it can be the name of a courier or a tracking number. */
export function isParcelText(text: string): boolean {
  return text !== '' && text.length <= PARCEL_TEXT_MAX && !hasControlCharacters(text)
}

/** The courier's page of a parcel; `undefined` for what is no https address. */
export function readTrackingUrl(typed: string): string | undefined {
  const isWeb = URL.canParse(typed) && new URL(typed).protocol === 'https:'
  return isWeb && typed.length <= URL_MAX ? new URL(typed).href : undefined
}

/**
 * Delivered orders of a file; `cashReference` is that of rows without one.
 * @throws {UnusableFile} the file is no table of orders
 */
export async function readDelivered(
  file: TableFile,
  cashReference: string | undefined,
): Promise<NamedOrder<{ cashReference: string | undefined }>[]> {
  const rows = await readTable(file, DELIVERED_COLUMNS)
  return rows.map(({ line, cells, problem }) => ({
    ...{ typed: cells.order, line },
    terms: problem === undefined ? { cashReference: cells.cash || cashReference } : { problem },
  }))
}

/**
 * What a courier's file reports of parcels; `moving` counts its rows of parcels that are still on their way, which
 * report nothing.
 * @throws {UnusableFile} the file is no table of orders and statuses
 */
export async function readStatuses(
  file: TableFile,
): Promise<{ reports: NamedOrder<StatusReport>[]; moving: number }> {
  const rows = await readTable(file, STATUS_COLUMNS)
  const read = rows.map(({ line, cells, problem }) => {
    const order = { typed: cells.order, line }
    const status = problem === undefined ? statusOf(cells.status) : undefined
    if (status === 'moving') return status
    if (status) return { ...order, terms: { status, cashReference: cells.cash || undefined } }
    return { ...order, terms: { problem: problem ?? unknownStatus(cells.status) } }
  })
  const reports = read.filter((one) => one !== 'moving')
  return { reports, moving: read.length - reports.length }
}

function statusOf(cell: string): ReportedStatus | 'moving' | undefined {
  const words = cell
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  return STATUS_WORDS.find(([, pattern]) => pattern.test(words))?.[0]
}

function unknownStatus(cell: string): string {
  return `the status "${cell}" is none of ${REPORTED_STATUSES.join(', ')} and in-transit`
}

/**
 * Orders of a file.
 * @throws {UnusableFile} the file is no table of orders
 */
export async function readOrders(file: TableFile): Promise<NamedOrder<object>[]> {
  const rows = await readTable(file, { order: ORDER_COLUMN })
  return rows.map(({ line, cells, problem }) => ({
    ...{ typed: cells.order, line },
    terms: problem === undefined ? {} : { problem },
  }))
}
