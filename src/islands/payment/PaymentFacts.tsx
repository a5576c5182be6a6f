import type { ReactNode } from 'react'

import { formatPrice } from '../../lib/catalogue/money.ts'
import { t } from '../../lib/i18n/translate.ts'
import type { UpiRequest } from '../../lib/payment/upi.ts'
import { Placeholder } from '../ui/Loading.tsx'
import type { PaidOrder } from './use-pay.ts'

interface Props {
  order: Pick<PaidOrder, 'orderId' | 'total' | 'access'>
  /** The request of the payment app, whose amount takes precedence. */
  upi?: UpiRequest | undefined
}

const listClasses = 'grid w-full gap-2 border-y border-line py-4 text-start'

/** Amount in rupees and order, or the reference of a payment link, as payment apps and providers show them. */
export function PaymentFacts({ order: { orderId, total, access }, upi }: Props) {
  const amount = upi?.amount ?? total
  return (
    <dl className={listClasses}>
      <Fact label={t('Amount')} isLarge>
        {amount === 'loading' ? (
          <Placeholder className="h-8 w-24" />
        ) : amount === undefined ? (
          t('Not available')
        ) : (
          formatPrice(amount)
        )}
      </Fact>
      <Fact label={access.isLink ? t('Reference') : t('Order')}>{orderId}</Fact>
    </dl>
  )
}

/** Payee and reference, which the payment app asks to confirm. */
export function PayeeFacts({ orderId, upi }: { orderId: string; upi: UpiRequest }) {
  return (
    <dl className={listClasses}>
      <Fact label={t('Pay to')}>{upi.payee}</Fact>
      {upi.payee !== upi.address && <Fact label={t('UPI ID')}>{upi.address}</Fact>}
      {upi.reference && upi.reference !== orderId && <Fact label={t('Reference')}>{upi.reference}</Fact>}
    </dl>
  )
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
