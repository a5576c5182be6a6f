import type { ReactNode } from 'react'

import { formatPrice } from '../../lib/catalogue/money.ts'
import { t } from '../../lib/i18n/translate.ts'
import type { UpiRequest } from '../../lib/payment/upi.ts'
import { Placeholder } from '../ui/Loading.tsx'
import type { PaidOrder } from './use-pay.ts'

const listClasses = 'grid w-full gap-2 border-y border-line text-start'

/** Amount in rupees and order, or the reference of a payment link, as payment apps and providers show them. */
export function PaymentFacts({ order }: { order: Pick<PaidOrder, 'orderId' | 'total' | 'access'> }) {
  return (
    <dl className={`${listClasses} py-4`}>
      <AmountFact amount={order.total} />
      <OrderFact order={order} />
    </dl>
  )
}

/** The amount alone, in rupees. */
export function AmountFacts({ amount }: { amount: PaidOrder['total'] }) {
  return (
    <dl className={`${listClasses} py-1 md:py-4`}>
      <AmountFact amount={amount} />
    </dl>
  )
}

interface PayeeProps {
  order: Pick<PaidOrder, 'orderId' | 'access'>
  /** The request of the payment app. */
  upi: UpiRequest | undefined
}

/** The order, and payee and reference, which the payment app asks to confirm. */
export function PayeeFacts({ order, upi }: PayeeProps) {
  return (
    <dl className={`${listClasses} py-4`}>
      <OrderFact order={order} />
      {upi && <Fact label={t('Pay to')}>{upi.payee}</Fact>}
      {upi && upi.payee !== upi.address && <Fact label={t('UPI ID')}>{upi.address}</Fact>}
      {upi?.reference && upi.reference !== order.orderId && (
        <Fact label={t('Reference')}>{upi.reference}</Fact>
      )}
    </dl>
  )
}

function AmountFact({ amount }: { amount: PaidOrder['total'] }) {
  return (
    <Fact label={t('Amount')} isLarge>
      {amount === 'loading' ? (
        <Placeholder className="h-8 w-24" />
      ) : amount === undefined ? (
        t('Not available')
      ) : (
        formatPrice(amount)
      )}
    </Fact>
  )
}

function OrderFact({ order: { orderId, access } }: { order: PayeeProps['order'] }) {
  return <Fact label={access.isLink ? t('Reference') : t('Order')}>{orderId}</Fact>
}

function Fact({
  label,
  children,
  isLarge = false,
}: {
  label: string
  children: ReactNode
  isLarge?: boolean
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd
        className={`min-w-0 break-words tabular-nums ${isLarge ? 'text-2xl font-semibold' : 'font-medium'}`}
      >
        {children}
      </dd>
    </div>
  )
}
