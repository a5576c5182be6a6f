import { formatDateTime } from '../../lib/i18n/date-text.ts'
import { t } from '../../lib/i18n/translate.ts'
import { stepNames } from '../../lib/orders/messages.ts'
import { orderSteps, type Order } from '../../lib/orders/order.ts'

const STEP_COLORS = {
  pending: 'border-yellow',
  processing: 'border-info',
  shipped: 'border-violet',
  delivered: 'border-success',
  cancelled: 'border-danger',
}

/** The steps of an order with their times, in the colours of their statuses. docs/requirements.md#1123-shipment */
export function OrderTimeline({ order }: { order: Order }) {
  return (
    <ol aria-label={t('Progress')} className="grid gap-3 md:auto-cols-fr md:grid-flow-col">
      {orderSteps(order).map(({ code, at, isReached }) => {
        const time = formatDateTime(at)
        return (
          <li
            key={code}
            className={`border-s-4 ps-3 text-sm md:border-s-0 md:border-t-4 md:ps-0 md:pt-2 ${isReached ? STEP_COLORS[code] : 'border-line text-muted'}`}
          >
            <span className="font-medium">{t(stepNames[code])}</span>
            {!isReached && <span className="sr-only"> ({t('not yet')})</span>}
            {time && (
              <time dateTime={at} className="block text-muted">
                {time}
              </time>
            )}
          </li>
        )
      })}
    </ol>
  )
}
