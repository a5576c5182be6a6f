import { t } from '../../lib/messages/translate.ts'
import { buttonClasses } from '../../styles/classes.ts'

/** Instead of the form, where it would charge for an order that needs no payment. */
export function OrderSettled({ payment }: { payment: 'paid' | 'cancelled' }) {
  const isPaid = payment === 'paid'
  return (
    <div role="status" className="grid justify-items-center gap-4 border-y border-line py-20 text-center">
      <h2 className="text-2xl">{isPaid ? t('This order is already paid') : t('This order was cancelled')}</h2>
      <p className="text-muted">
        {isPaid
          ? t('There is nothing left to pay. Follow it in your orders.')
          : t('It can no longer be paid.')}
      </p>
      <a href="/orders" className={`${buttonClasses.primary} mt-2`}>
        {t('View Your Orders')}
      </a>
    </div>
  )
}
