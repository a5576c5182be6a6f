import { htmlToText } from '@tanabana/contract/sanitize-html.ts'
import { BUILT_IN_RETURN_DAYS } from '@tanabana/contract/store-info.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import { count } from '@tanabana/contract/text.ts'

/** A promise of a shop that another one, a fact of its store info or the law contradicts. */
export interface Contradiction {
  /** The field with the promise, such as `policies.return`. */
  place: string
  /** The promise as it is written there. */
  text?: string
  rank?: 'law'
  says: string
}

/** Days that the built-in policies name. docs/requirements.md#218-policy-pages */
const BUILT_IN_DAYS = { return: BUILT_IN_RETURN_DAYS, shipping: 7 }

const QUOTE_MAX = 160

const DAYS = /(\d{1,3})(?:\s*(?:-|–|to)\s*(\d{1,3}))?[\s-]*(?:(?:calendar|working|business)[\s-]*)?days?\b/i
const OF_RETURNS = /\b(?:return|exchange|cancel)/i
/** Days in such sentences are those of a refund or a pick-up. */
const AFTER_RETURNS = /refund|credited|money|courier|collect|pick|inspect|process/i
const NO_DELIVERY = /\b(?:bulk|refund|return|attempt|abroad|international|dispatch|leave|confirm|cancel)/i

const PAID_BY_SHOP =
  /\bfree\b[^.]{0,30}\b(?:returns?|exchanges?|pick-?ups?)\b|\breturns?\b[^.]{0,40}\b(?:is|are)\s+free\b|\breturns?\b[^.]{0,40}\b(?:at no (?:extra )?(?:cost|charge)|free of (?:cost|charge))/i
const PAID_BY_SHOPPER =
  /\b(?:borne|paid|payable) by (?:the )?(?:you|customers?|buyers?|shoppers?)\b|\b(?:you|customers?|buyers?|shoppers?) (?:(?:will|must|shall|should|have to|has to|need to) )?(?:bears?|pays?)\b|\bcharges?\b[^.]{0,60}\bis yours\b|\bat your (?:own )?(?:cost|expense)\b|\b(?:charges?|fees?|costs?)\b[^.]{0,40}\bdeducted\b/i
const OF_RETURN_COST = /return|courier|ship|reverse|pick/i
const FREE_DELIVERY = /\bfree\b[^.]{0,20}\b(?:shipping|delivery)\b/i
const DELIVERY_PRICE =
  /(?:shipping|delivery|courier)[^.]{0,60}(?:₹|\brs\.?|\binr)\s*\d|(?:₹|\brs\.?|\binr)\s*\d[^.]{0,40}(?:shipping|delivery|courier)/i

/**
 * Promises of policies and highlights that contradict each other or `returnPolicy` and `shippingPolicy`, which search
 * engines and product pages show. Reads English texts.
 */
export function contradictionsOf(record: StoreRecord): Contradiction[] {
  return [...returnDays(record), ...returnCosts(record), ...deliveryDays(record), ...deliveryCosts(record)]
}

function returnDays({ policies = {}, highlights = [], returnPolicy }: StoreRecord): Contradiction[] {
  if (!returnPolicy) return []
  const { days } = returnPolicy
  const stated = `returnPolicy.days, which is ${days}`
  const isOther = (sentence: string) => {
    const named = OF_RETURNS.test(sentence) && !AFTER_RETURNS.test(sentence) ? lastDay(sentence) : undefined
    return named !== undefined && named !== days
  }
  const builtIn = `within 0-${BUILT_IN_DAYS.return} days of receipt`
  return [
    ...quotes('policies.return', sentencesOf(policies.return).filter(isOther).slice(0, 1)),
    ...quotes('highlights', highlights.filter(isOther)),
    ...(policies.return === undefined && days !== BUILT_IN_DAYS.return
      ? quotes('returnPolicy', [builtIn])
      : []),
  ].map((quote) => contradiction(quote, stated))
}

function returnCosts({ policies = {}, highlights = [], returnPolicy }: StoreRecord): Contradiction[] {
  const isCharge = (sentence: string) => OF_RETURN_COST.test(sentence) && PAID_BY_SHOPPER.test(sentence)
  const isFree = (sentence: string) => PAID_BY_SHOP.test(sentence)
  const [ofReturn, ofRefund] = [sentencesOf(policies.return), sentencesOf(policies.refund)]
  const charges = [
    ...quotes('policies.return', ofReturn.filter(isCharge)),
    ...quotes(
      'policies.refund',
      ofRefund.filter((one) => OF_RETURNS.test(one) && isCharge(one)),
    ),
  ].slice(0, 1)
  const promised = quotes('highlights', highlights.filter(isFree))
  if (returnPolicy?.fees === 'free')
    return charges.map((quote) => contradiction(quote, 'returnPolicy.fees, which is "free"'))
  if (returnPolicy) {
    const free = [...promised, ...quotes('policies.return', ofReturn.filter(isFree))]
    return free.map((quote) => contradiction(quote, 'returnPolicy.fees, which is "customer"'))
  }
  const [charge] = charges
  if (charge)
    return promised.map((quote) =>
      contradiction(quote, `the ${charge.place.replace('policies.', 'policy ')}: "${charge.text}"`),
    )
  if (policies.return !== undefined) return []
  const other = 'the built-in policy return, in which the shopper pays: set returnPolicy with "fees": "free"'
  return promised.map((quote) => contradiction(quote, other))
}

function deliveryDays({ policies = {}, shippingPolicy }: StoreRecord): Contradiction[] {
  if (!shippingPolicy) return []
  const most = shippingPolicy.handlingDays.max + shippingPolicy.transitDays.max
  const stated = `shippingPolicy, which promises at most ${count(most, 'day')}`
  if (policies.shipping === undefined) {
    if (most === BUILT_IN_DAYS.shipping) return []
    const [quote] = quotes('shippingPolicy', [`0-${BUILT_IN_DAYS.shipping} working days`])
    return quote ? [contradiction(quote, stated)] : []
  }
  const parts = sentencesOf(policies.shipping)
    .flatMap((sentence) => sentence.split(/[,;]/))
    .filter((part) => !NO_DELIVERY.test(part) && lastDay(part) !== undefined)
    .toSorted((one, other) => (lastDay(other) ?? 0) - (lastDay(one) ?? 0))
  return quotes(
    'policies.shipping',
    parts.slice(0, 1).filter((part) => lastDay(part) !== most),
  ).map((quote) => contradiction(quote, stated))
}

function deliveryCosts({ policies = {}, highlights = [] }: StoreRecord): Contradiction[] {
  const price = sentencesOf(policies.shipping).find(
    (sentence) => DELIVERY_PRICE.test(sentence) && !/\bfree\b/i.test(sentence),
  )
  if (price === undefined) return []
  // "Free shipping above ₹999" is a condition.
  const promised = highlights.filter((one) => FREE_DELIVERY.test(one) && !/[₹\d]/.test(one))
  return quotes('highlights', promised).map((quote) =>
    contradiction(quote, `the policy shipping: "${price}"`),
  )
}

interface Quote {
  place: string
  text: string
}

function quotes(place: string, texts: readonly string[]): Quote[] {
  return texts.map((text) => ({ place, text: text.trim() }))
}

function contradiction(quote: Quote, other: string): Contradiction {
  return toContradiction(quote, `contradicts ${other}`)
}

/** A sentence of the shop, and what is wrong with it. */
export function toContradiction({ place, text }: Quote, reason: string): Contradiction {
  return { place, text, says: `"${text.slice(0, QUOTE_MAX)}" ${reason}` }
}

/** The sentences of a policy's text. */
export function sentencesOf(html = ''): string[] {
  return htmlToText(html)
    .split(/\n|(?<=[.!?])\s/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
}

/** The longest number of days that a sentence names. */
function lastDay(sentence: string): number | undefined {
  const [, first, last] = DAYS.exec(sentence) ?? []
  return first === undefined ? undefined : Number(last ?? first)
}
