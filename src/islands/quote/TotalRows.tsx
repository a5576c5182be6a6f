import { formatPrice } from '../../lib/catalogue/money.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import type { CartTotal } from '../../lib/quote/cart-total.ts'

/** The discount of an offer, in the shop's words. */
export function discountLabel({ label }: NonNullable<CartTotal['discount']>): string {
  return fill(t('Discount: {label}'), { label: t(label) })
}

/** Formats an amount that is taken off. */
export function deducted(paise: number): string {
  return `−${formatPrice(paise / 100)}`
}

/** What the shopper saves; nothing without a saving. */
export function Savings({ saved }: Pick<CartTotal, 'saved'>) {
  if (saved <= 0) return null
  return (
    <p className="text-sm font-semibold text-success">
      {fill(t('You save {amount}'), { amount: formatPrice(saved / 100) })}
    </p>
  )
}
