import { t } from '../../lib/i18n/translate.ts'
import { panelClasses } from '../../styles/classes.ts'
import { Placeholder } from '../ui/Placeholder.tsx'

/** Placeholder of the payment form. docs/requirements.md#212-payment-page */
export function PaymentSkeleton() {
  return (
    <div role="status" className={`${panelClasses} grid gap-5`}>
      <span className="sr-only">{t('Loading payment form...')}</span>
      <Placeholder className="h-8 w-2/3" />
      <Placeholder className="h-16" />
      <Placeholder className="h-16" />
      <Placeholder className="h-11" />
    </div>
  )
}
