import type { OfferRefusal } from '@tanabana/contract/quote.ts'
import type { offers } from '../../db/schema.ts'
import { divideAmount } from '../../divide-amount.ts'

/** Payment providers take no smaller payment, so a discount leaves at least this. */
const PAYABLE_MIN = 100

export type Offer = Omit<typeof offers.$inferSelect, 'tenantId'>

/** A line of an order or quote. */
export interface OfferLine {
  category: string
  parentCategory: string
  /** Price times quantity, in paise. */
  value: number
}

/** Orders with an offer that are not cancelled. */
export interface OfferUses {
  all: number
  /** Of the account that orders; 0 for a guest. */
  own: number
}

/** The offers that an order may have, as one transaction reads them. */
export interface OfferRows {
  offers: readonly Offer[]
  /** By offer id. */
  uses: ReadonlyMap<string, OfferUses>
  /** The account has an order that is not cancelled; false for a guest. */
  hasOrdered: boolean
}

export const NO_OFFERS: OfferRows = { offers: [], uses: new Map(), hasOrdered: false }

type Conditions = Omit<OfferRows, 'offers'> & { now: Date }

/** The discount of an order, in paise. */
export interface Discount {
  offer: Offer
  amount: number
  /** Shares of the lines, in their order: together the amount. */
  shares: number[]
}

export interface OfferRefused {
  reason: OfferRefusal
  /** Paise, with the reason `minimum`. */
  minimum?: number
}

/**
 * Decides the discount of an order: the offer of the code (as `normalizeOfferCode` returns it) where it applies, else the
 * automatic offer that reduces most. One order has one offer. docs/requirements.md#1130-offers
 */
export function applyOffers(
  lines: readonly OfferLine[],
  { offers, ...rows }: OfferRows,
  code: string | undefined,
  now: Date,
): { discount?: Discount; refusal?: OfferRefused } {
  const conditions = { ...rows, now }
  const named = code === undefined ? undefined : findByCode(offers, code)
  const refusal = code === undefined ? undefined : refuse(named, lines, conditions)
  if (named && !refusal) return { discount: discountOf(named, lines) }
  const [best] = offers
    .filter((offer) => offer.code === null && !refuse(offer, lines, conditions))
    .map((offer) => discountOf(offer, lines))
    .toSorted((one, other) => other.amount - one.amount || compareAge(one.offer, other.offer))
  return { ...(best && { discount: best }), ...(refusal && { refusal }) }
}

/** The running offer with the code, else the last one that had it. */
function findByCode(offers: readonly Offer[], code: string): Offer | undefined {
  const all = offers.filter((offer) => offer.code === code)
  return all.find(({ stoppedAt }) => stoppedAt === null) ?? all.toSorted(compareAge).at(-1)
}

function compareAge(one: Offer, other: Offer): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1)
}

function refuse(
  offer: Offer | undefined,
  lines: readonly OfferLine[],
  { now, uses, hasOrdered }: Conditions,
): OfferRefused | undefined {
  if (!offer) return { reason: 'unknown' }
  if (offer.stoppedAt !== null || (offer.endsAt !== null && offer.endsAt <= now)) return { reason: 'ended' }
  if (offer.startsAt !== null && offer.startsAt > now) return { reason: 'not-started' }
  const { all, own } = uses.get(offer.id) ?? { all: 0, own: 0 }
  if (offer.maxUses !== null && all >= offer.maxUses) return { reason: 'used-up' }
  if (offer.firstOrderOnly && hasOrdered) return { reason: 'first-order' }
  if (offer.perCustomer !== null && own >= offer.perCustomer) return { reason: 'per-customer' }
  if (valuesOf(offer, lines).every((value) => value === 0)) return { reason: 'category' }
  if (offer.minimum !== null && sum(lines.map(({ value }) => value)) < offer.minimum) {
    return { reason: 'minimum', minimum: offer.minimum }
  }
  return discountOf(offer, lines).amount > 0 ? undefined : { reason: 'other' }
}

function discountOf(offer: Offer, lines: readonly OfferLine[]): Discount {
  const values = valuesOf(offer, lines)
  const reduced = sum(values)
  const wanted = offer.kind === 'percent' ? Math.floor((reduced * offer.value) / 100) : offer.value
  const subtotal = sum(lines.map(({ value }) => value))
  const amount = Math.max(0, Math.min(wanted, reduced, subtotal - PAYABLE_MIN))
  return { offer, amount, shares: divideAmount(amount, values) }
}

/** The value of each line that the offer reduces; 0 for the others. */
function valuesOf({ category }: Offer, lines: readonly OfferLine[]): number[] {
  return lines.map((line) =>
    category === null || category === line.category || category === line.parentCategory ? line.value : 0,
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
