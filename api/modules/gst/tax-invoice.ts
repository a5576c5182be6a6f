import { indianDay } from '@tanabana/contract/dates.ts'
import type { DocumentBody, TaxDocument, TaxLine } from '@tanabana/contract/tax-document.ts'
import type { TAX_MISSING } from '../../db/order-states.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import { choiceOf } from '../quotes/order-item.ts'
import { amountInWords } from './amount-in-words.ts'
import { DEFAULT_RATES, findRate } from './rates.ts'
import { splitTax } from './split-tax.ts'
import { findState, stateOfGstin, stateTaxOf, type TaxState } from './states.ts'

/** Why a document can't be issued: the GSTIN names no state, the place of supply is not known, or a rate is missing. */
export type Missing = (typeof TAX_MISSING)[number]

interface SoldItem {
  productTitle: string
  selectedSize: string | null
  selectedColor: string | null
  variantOptions: Record<string, string> | null
  quantity: number
  /** Paise, for one piece, with tax. */
  price: number
  /** The line's share of the order's discount. */
  discount: number
  hsn: string | null
  /** Percent, as the product says; for goods that the shop's table does not name. */
  gstRate: number | null
}

export interface DispatchedOrder {
  orderId: string
  orderedAt: Date
  items: readonly SoldItem[]
  /** Paise; 0 for an order that is not paid at delivery. */
  cashFee: number
  /** The state of delivery: by the shop's table of PIN codes, as the address has it, or as the merchant names it. */
  states: readonly (string | undefined)[]
}

type Taxed = Pick<TaxLine, 'rate'> & Partial<Pick<TaxLine, 'hsn'>>

/**
 * The tax invoice of a dispatched order, or the bill of supply of a shop without GSTIN; or what is missing for it. The fee for
 * cash on delivery belongs to the goods and has their highest rate. docs/gst.md
 */
export function draftInvoice(
  record: Pick<StoreRecord, 'storeName' | 'companyName' | 'companyAddress' | 'gstin' | 'gst'>,
  order: DispatchedOrder,
  now: Date,
): DocumentBody | { missing: Missing } {
  const { gstin } = record
  const sellerState = gstin === undefined ? undefined : stateOfGstin(gstin)
  const place = order.states.map(findState).find((state) => state !== undefined)
  const isTaxed = gstin !== undefined
  if (isTaxed && !sellerState) return { missing: 'gstin' }
  if (isTaxed && !place) return { missing: 'state' }
  const isInterState = isTaxed && sellerState?.code !== place?.code
  const taxes = order.items.map((item) => (isTaxed ? taxOf(record, item, now) : untaxed(item)))
  if (taxes.includes(undefined)) return { missing: 'rate' }
  const lines = order.items.map((item, index) => toLine(item, taxes[index] ?? { rate: 0 }, isInterState))
  const highest = lines.toSorted((one, other) => other.rate - one.rate)[0]
  if (order.cashFee > 0 && highest) lines.push(feeLine(order.cashFee, highest, isInterState))
  return {
    kind: isTaxed ? 'tax-invoice' : 'bill-of-supply',
    issuedAt: now.toISOString(),
    orderId: order.orderId,
    orderedAt: order.orderedAt.toISOString(),
    seller: {
      name: record.companyName ?? record.storeName,
      ...(record.companyAddress !== undefined && { address: record.companyAddress }),
      ...(gstin !== undefined && { gstin }),
      ...(sellerState && { state: sellerState }),
    },
    ...(place && { placeOfSupply: place }),
    ...taxSummary(lines, { isInterState, place }),
  }
}

/** The sums of a document, in the fields that its lines decide. */
export function taxSummary(
  lines: TaxLine[],
  { isInterState, place }: { isInterState: boolean; place: TaxState | undefined },
): Pick<
  TaxDocument,
  'stateTax' | 'isInterState' | 'lines' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total' | 'totalInWords'
> {
  const sumOf = (name: 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total') =>
    lines.reduce((sum, line) => sum + line[name], 0)
  const total = sumOf('total')
  return {
    stateTax: place ? stateTaxOf(place) : 'SGST',
    isInterState,
    lines,
    taxable: sumOf('taxable'),
    cgst: sumOf('cgst'),
    sgst: sumOf('sgst'),
    igst: sumOf('igst'),
    total,
    totalInWords: amountInWords(total),
  }
}

/** What all pieces of an item cost, with tax and after its discount. */
function amountOf({ price, quantity, discount }: Pick<SoldItem, 'price' | 'quantity' | 'discount'>) {
  return price * quantity - discount
}

function taxOf(record: Pick<StoreRecord, 'gst'>, item: SoldItem, now: Date): Taxed | undefined {
  const { hsn, gstRate, quantity } = item
  const day = indianDay(now)
  const found = findRate(record.gst?.rates ?? DEFAULT_RATES, hsn, { amount: amountOf(item), quantity }, day)
  const rate = found?.rate ?? gstRate
  return rate === null ? undefined : { rate, ...(hsn !== null && { hsn }) }
}

function untaxed({ hsn }: SoldItem): Taxed {
  return { rate: 0, ...(hsn !== null && { hsn }) }
}

function toLine(item: SoldItem, taxed: Taxed, isInterState: boolean): TaxLine {
  const total = amountOf(item)
  const choice = textOfChoice(item)
  return {
    kind: 'goods',
    description: item.productTitle,
    ...(choice !== '' && { choice }),
    ...taxed,
    quantity: item.quantity,
    unit: taxed.hsn?.startsWith('64') ? 'PRS' : 'PCS',
    price: item.price,
    discount: item.discount,
    ...splitTax(total, taxed.rate, isInterState),
    total,
  }
}

/** docs/gst.md#cash-fee */
function feeLine(total: number, { rate, hsn }: Taxed, isInterState: boolean): TaxLine {
  return {
    kind: 'cash-fee',
    description: 'Fee for cash on delivery',
    ...(hsn !== undefined && { hsn }),
    discount: 0,
    rate,
    ...splitTax(total, rate, isInterState),
    total,
  }
}

function textOfChoice({ variantOptions, selectedSize, selectedColor }: SoldItem): string {
  if (variantOptions) return choiceOf(variantOptions)
  return [selectedColor, selectedSize].filter((value) => value !== null).join(', ')
}
