import type { PaymentField, PaymentKind, PaymentOption } from '@tanabana/contract/payment.ts'
import { formatPrice } from '../catalogue/money.ts'
import { fill, t } from '../i18n/translate.ts'
import { paymentStateNames } from '../orders/messages.ts'
import { cashText } from '../quote/quote-text.ts'
import { payingLineMessages } from './messages.ts'

/** Returns the way to pay with its amount, which includes its fee. `total` is in rupees. */
export function payingText({ kind, label, fee = 0 }: PaymentOption, total: number): string {
  const amount = formatPrice((Math.round(total * 100) + fee) / 100)
  if (kind === 'cod') return fill(t(paymentStateNames.cashToKeep), { amount })
  if (kind === 'upi' || kind === 'qr') return fill(t(payingLineMessages.upi), { amount })
  return `${t(label)}: ${amount}`
}

/** Returns what cash on delivery costs, or why it is no option of a field; empty where there is nothing to say. */
export function cashNote({ options, notOffered }: Pick<PaymentField, 'options' | 'notOffered'>): string {
  const fee = options.find(({ kind }) => kind === 'cod')?.fee
  const offered = fee ? [{ kind: 'cod' as const, offered: true, fee }] : []
  return cashText({ methods: [...offered, ...notOffered.map((method) => ({ ...method, offered: false }))] })
}

/** Returns what the button leads to; empty where it depends on the store. */
export function nextText(kind: PaymentKind | undefined, isInApp: boolean): string {
  const { next, nextInApp } = payingLineMessages
  switch (kind) {
    case 'upi':
    case 'qr':
      return t(isInApp ? nextInApp : next[kind])
    case 'card':
    case 'netbanking':
    case 'wallet':
      return t(next.card)
    case 'cod':
      return t(next.cod)
    default:
      return ''
  }
}
