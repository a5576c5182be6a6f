import { useId } from 'react'

import { choiceText } from '../../lib/catalogue/product-text.ts'
import { formatDate } from '../../lib/i18n/date-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { nextStepMessages, ordersMessages } from '../../lib/orders/messages.ts'
import { cashToKeepText, rupeesText } from '../../lib/orders/order-text.ts'
import type { Order } from '../../lib/orders/order.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { AmountRows, OrderHeader } from './OrderFacts.tsx'

/** Terms of the shop in days, where its store info has them. */
export interface DeliveryTerms {
  deliveryDays?: number | undefined
  returnDays?: number | undefined
}

/** The order on the order-success page, with prices in rupees as the shopper paid them. docs/requirements.md#213-order-success */
export function PlacedOrder({ order, terms }: { order: Order; terms: DeliveryTerms }) {
  const titleId = useId()
  const cash = cashToKeepText(order)
  return (
    <section aria-labelledby={titleId} className={`${panelClasses} grid gap-5`}>
      <OrderHeader order={order} titleId={titleId} />
      <ul aria-label={t('Items')} className="divide-y divide-line border-y border-line">
        {order.items.map((item, index) => {
          const choice = choiceText(item)
          return (
            <li key={index} className="flex flex-wrap items-start justify-between gap-x-4 py-3">
              <div className="min-w-0 grow basis-16">
                <p className="break-words">{item.name ?? t('Item')}</p>
                <p className="text-sm text-muted">
                  {t('Quantity')}: {item.quantity ?? t(ordersMessages.notAvailable)}
                  {choice && ` · ${choice}`}
                </p>
              </div>
              <p className="tabular-nums">{rupeesText(item.price)}</p>
            </li>
          )
        })}
      </ul>
      <p className="flex flex-wrap justify-between gap-x-4 text-lg">
        <span>{t('Total')}</span>
        <strong className="tabular-nums">{rupeesText(order.total)}</strong>
      </p>
      <AmountRows order={order} format={rupeesText} />
      {cash && <p className="font-semibold">{cash}</p>}
      <div>
        <h3 className="text-sm text-muted">{t('Shipping address')}</h3>
        <p className="mt-1 break-words">{order.shipping.address || t(ordersMessages.notAvailable)}</p>
      </div>
      <NextSteps order={order} terms={terms} />
    </section>
  )
}

/** The steps of the order that are still to come. */
function NextSteps({ order, terms }: { order: Order; terms: DeliveryTerms }) {
  const { deliveryDays, returnDays } = terms
  if (order.status.code === 'pending') {
    return (
      <div className="grid gap-3 border-t border-line pt-5">
        <h3 className="text-lg">{t('What happens next')}</h3>
        <p>{t(nextStepMessages.unconfirmed)}</p>
        <a
          href={`/payment?orderId=${encodeURIComponent(order.id)}`}
          className={`${buttonClasses.secondary} justify-self-start`}
        >
          {t('Check the payment')}
        </a>
      </div>
    )
  }
  const isShipped = order.status.code === 'shipped'
  if (order.status.code !== 'processing' && !isShipped) return null
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <h3 className="text-lg">{t('What happens next')}</h3>
      <ol className="grid list-decimal gap-2 ps-5">
        {!isShipped && <li>{t(nextStepMessages.packing)}</li>}
        <li>{deliveryText(order, deliveryDays)}</li>
        {returnDays !== undefined && returnDays > 0 && (
          <li>
            {fill(t(nextStepMessages[returnDays > 1 ? 'returnDays' : 'returnDay']), { days: returnDays })}
          </li>
        )}
      </ol>
    </div>
  )
}

/** The day that was promised, else the days of the shop's shipping policy. */
function deliveryText({ promisedBy }: Order, days: number | undefined): string {
  const date = formatDate(promisedBy)
  if (date) return fill(t(nextStepMessages.deliveryBy), { date })
  if (days === undefined) return t(nextStepMessages.delivery)
  return fill(t(nextStepMessages[days > 1 ? 'deliveryDays' : 'deliveryDay']), { days })
}
