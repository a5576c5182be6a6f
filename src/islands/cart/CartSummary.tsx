import { carryToast } from '../../lib/platform/toasts.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { loginPath } from '../../lib/auth/return-path.ts'
import { cartPageMessages } from '../../lib/cart/messages.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { $session, checkSession } from '../../lib/auth/session.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'

interface Props {
  /** In rupees. */
  total: number
  itemCount: number
  onClear: () => void
}

/** Subtotal, Checkout and Clear Cart. docs/requirements.md#210-cart-page */
export function CartSummary({ total, itemCount, onClear }: Props) {
  return (
    <section aria-label={t('Summary')} className={`${panelClasses} grid gap-4`}>
      <p aria-live="polite" className="flex flex-wrap justify-between gap-x-4 text-lg">
        <span>
          {fill(t(itemCount === 1 ? 'Subtotal ({count} item)' : 'Subtotal ({count} items)'), {
            count: itemCount,
          })}
        </span>
        <strong className="tabular-nums">{formatPrice(total)}</strong>
      </p>
      <button type="button" data-begins-checkout onClick={goToCheckout} className={buttonClasses.primary}>
        {t('Checkout')}
      </button>
      <button type="button" onClick={onClear} className={buttonClasses.secondary}>
        {t('Clear Cart')}
      </button>
    </section>
  )
}

/** Sends a guest to sign-in, which returns to the checkout and shows the toast. docs/requirements.md#210-cart-page */
function goToCheckout(): void {
  checkSession()
  if ($session.get() === 'signed-in') return location.assign('/checkout')
  carryToast(cartPageMessages.loginRequired)
  location.assign(loginPath('/checkout'))
}
