import { useState } from 'react'

import { browserClient } from '../../lib/auth/browser-client.ts'
import { fetchLinkedOrder, isClosed, type LinkedOrder } from '../../lib/api-client/payment-links.ts'
import { formatPrice, sumOfLines } from '../../lib/catalogue/money.ts'
import { choiceText } from '../../lib/catalogue/product-text.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { amountMessages } from '../../lib/orders/messages.ts'
import { toOrder } from '../../lib/orders/order.ts'
import { linkAccess, toLinkedPayment } from '../../lib/payment/link-access.ts'
import { paymentLinkMessages, paymentMessages } from '../../lib/payment/messages.ts'
import { isSettled, type OrderPayment, type SettledPayment } from '../../lib/payment/order-payment.ts'
import { readProviderResult } from '../../lib/payment/payment-redirect.ts'
import { panelClasses } from '../../styles/classes.ts'
import { Placeholder } from '../ui/Loading.tsx'
import { useLink } from '../links/use-link.ts'
import { WrongLink } from '../links/WrongLink.tsx'
import { PaymentAlert, ProviderNotice } from './PaymentAlert.tsx'

const client = browserClient()

interface Props {
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities: Capability[] | undefined
  paymentHosts?: string[] | undefined
}

/** The order of a payment link: its lines and its payment, and afterwards only that it is paid. docs/requirements.md#1119-payment-links */
export function PayLinkIsland({ capabilities, paymentHosts }: Props) {
  const [changed, setChanged] = useState<OrderPayment>()
  const [providerResult, setProviderResult] = useState(readProviderResult)
  const { token, isWrong, loaded, reload } = useLink(async (named) => {
    const [linked, { PaymentFlow }] = await Promise.all([
      fetchLinkedOrder(client, named),
      import('./PaymentFlow.tsx'),
    ])
    return { linked, PaymentFlow }
  })
  const [access] = useState(() => linkAccess(client, token))

  if (loaded.status === 'failed') {
    return isWrong ? (
      <WrongLink {...paymentLinkMessages.wrong} />
    ) : (
      <PaymentAlert message={paymentMessages.formFailed} onRetry={reload} isLinked />
    )
  }
  if (loaded.status === 'loading') {
    return (
      <div role="status" className={`${panelClasses} grid gap-5`}>
        <span className="sr-only">{t('Loading payment form...')}</span>
        <Placeholder className="h-8 w-2/3" />
        <Placeholder className="h-16" />
        <Placeholder className="h-11" />
      </div>
    )
  }

  const { linked, PaymentFlow } = loaded.value
  const payment = changed ?? toLinkedPayment(linked)
  return (
    <div className="grid gap-6">
      {!isClosed(linked) && <LinkedLines linked={linked} capabilities={capabilities} />}
      {isSettled(payment) ? (
        <>
          {providerResult === 'refund' && <ProviderNotice result={providerResult} isLinked />}
          <LinkedStatus payment={payment} />
        </>
      ) : (
        !isClosed(linked) && (
          <PaymentFlow
            fields={linked.fields}
            order={{
              client,
              access,
              orderId: linked.id,
              total: payment.total,
              capabilities,
              paymentHosts,
            }}
            providerResult={providerResult}
            onTry={() => setProviderResult(undefined)}
            onChanged={setChanged}
          />
        )
      )}
    </div>
  )
}

/** Lines in rupees, as in shopping views. */
function LinkedLines({
  linked,
  capabilities,
}: {
  linked: LinkedOrder
  capabilities: Capability[] | undefined
}) {
  const order = toOrder({ ...linked, payment: undefined }, client.publicBase, capabilities)
  return (
    <section aria-labelledby="lines" className="grid gap-3">
      <h2 id="lines" className="break-words text-xl">
        {linked.firstName ? fill(t('Order of {name}'), { name: linked.firstName }) : t('Order')}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {order.items.map((item, index) => (
          <li key={index} className="flex flex-wrap justify-between gap-x-4 py-3">
            <span className="min-w-0 grow basis-16 [overflow-wrap:anywhere]">
              {item.name ?? t('Item')} × {item.quantity ?? t('Not available')}
              {choiceText(item) && <span className="block text-sm text-muted">{choiceText(item)}</span>}
            </span>
            {item.price !== undefined && item.quantity !== undefined && (
              <span className="shrink-0 tabular-nums">
                {formatPrice(sumOfLines([{ price: item.price, quantity: item.quantity }]))}
              </span>
            )}
          </li>
        ))}
        {order.discount && (
          <li className="flex flex-wrap justify-between gap-x-4 py-3">
            <span className="min-w-0 grow basis-16 [overflow-wrap:anywhere]">
              {fill(t(amountMessages.discount), { label: t(order.discount.label) })}
            </span>
            <span className="shrink-0 tabular-nums">−{formatPrice(order.discount.amount)}</span>
          </li>
        )}
      </ul>
    </section>
  )
}

/** An order that takes no more payment. */
function LinkedStatus({ payment }: { payment: SettledPayment }) {
  const { total } = payment
  return (
    <section role="status" className={`${panelClasses} grid justify-items-start gap-4`}>
      <p>{t(statusText(payment))}</p>
      {total !== undefined && total > 0 && (
        <p className="text-2xl font-semibold tabular-nums">{formatPrice(total)}</p>
      )}
    </section>
  )
}

function statusText({ state }: SettledPayment): string {
  switch (state) {
    case 'cancelled':
      return 'This order was cancelled'
    case 'on-delivery':
      return paymentLinkMessages.onDelivery
    case 'accepted':
      return paymentLinkMessages.accepted
    default:
      return paymentLinkMessages.paid
  }
}
