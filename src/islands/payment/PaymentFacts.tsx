import { formatPrice } from '../../lib/domain/money.ts'
import type { UpiRequest } from '../../lib/domain/upi.ts'
import { t } from '../../lib/messages/translate.ts'

interface Props {
  upi: UpiRequest | undefined
  orderId: string
}

/** What the payment app will ask to confirm: how much, to whom, for which order. */
export function PaymentFacts({ upi, orderId }: Props) {
  return (
    <dl className="grid w-full gap-2 border-y border-line py-4 text-start">
      {upi?.amount !== undefined && <Fact label={t('Amount')} text={formatPrice(upi.amount)} />}
      {upi && <Fact label={t('Pay to')} text={upi.payee} />}
      {upi && upi.payee !== upi.address && <Fact label={t('UPI ID')} text={upi.address} />}
      <Fact label={t('Order')} text={orderId} />
      {upi?.reference && upi.reference !== orderId && <Fact label={t('Reference')} text={upi.reference} />}
    </dl>
  )
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words font-medium tabular-nums">{text}</dd>
    </div>
  )
}
