import type { Quote, QuoteMethod } from '@tanabana/contract/quote.ts'
import { formatPrice } from '../catalogue/money.ts'
import { formatDate } from '../i18n/date-text.ts'
import { fill, t } from '../i18n/translate.ts'
import { deliveryMessages } from './messages.ts'
import { methodMessages, methodNames, noCashMessages, offerRefusalMessages } from './method-messages.ts'

/** Returns the day of arrival in words; empty for a quote without one. */
export function arrivalText({ delivery }: Pick<Quote, 'delivery'>): string {
  const date = delivery?.served === false ? undefined : formatDate(delivery?.by)
  return date ? fill(t(deliveryMessages.arrives), { date }) : ''
}

/** Returns that the shop does not deliver to a PIN code; empty where it does or doesn't know. */
export function notServedText({ delivery }: Pick<Quote, 'delivery'>, code: string): string {
  return delivery?.served === false ? fill(t(deliveryMessages.notServed), { code }) : ''
}

/** Returns whether the order can be paid at delivery, with the reason; empty for a shop that takes no cash. */
export function cashText({ methods }: Pick<Quote, 'methods'>): string {
  const cash = methods.find(({ kind }) => kind === 'cod')
  if (!cash) return ''
  if (cash.offered) {
    return cash.fee ? fill(t(methodMessages.cashForFee), { fee: rupees(cash.fee) }) : t(methodMessages.cash)
  }
  return noCashText(cash)
}

/** Returns the offer that applies by itself or by the shopper's code; empty without one. */
export function discountText({ discount }: Pick<Quote, 'discount'>): string {
  if (!discount) return ''
  return fill(t(deliveryMessages.discount), { label: t(discount.label), amount: rupees(discount.amount) })
}

/** Returns the other ways to pay of the order; empty without any. */
export function waysToPayText({ methods }: Pick<Quote, 'methods'>): string {
  const names = methods.filter(({ offered }) => offered).flatMap(({ kind }) => nameOf(kind))
  if (names.length === 0) return ''
  const list = new Intl.ListFormat(t('en-IN'), { type: 'disjunction' }).format(new Set(names))
  return fill(t(methodMessages.ways), { methods: list })
}

/** Returns why a code gives no discount; empty when it gives one. */
export function offerRefusalText({ offerRefusal }: Pick<Quote, 'offerRefusal'>, code: string): string {
  if (!offerRefusal) return ''
  const { reason, minimum } = offerRefusal
  const known = reason === 'minimum' && minimum === undefined ? 'other' : reason
  return fill(t(offerRefusalMessages[known]), { code, minimum: rupees(minimum ?? 0) })
}

/** Formats paise for shopping views. */
export function rupees(paise: number): string {
  return formatPrice(paise / 100)
}

function noCashText({ reason = 'other', max }: QuoteMethod): string {
  if (reason === 'amount' && max !== undefined) return fill(t(methodMessages.cashUpTo), { max: rupees(max) })
  return t(noCashMessages[reason])
}

function nameOf(kind: QuoteMethod['kind']): string[] {
  if (kind === 'upi' || kind === 'qr') return ['UPI']
  return kind === 'cod' || kind === 'other' ? [] : [t(methodNames[kind])]
}
