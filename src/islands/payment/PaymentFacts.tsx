import { formatPrice } from '../../lib/catalogue/money.ts'
import { t } from '../../lib/i18n/translate.ts'
import type { UpiRequest } from '../../lib/payment/upi.ts'
import type { PaidOrder } from './use-pay.ts'

interface Props {
  order: Pick<PaidOrder, 'orderId' | 'total'>
  /** Details that the payment app asks to confirm. */
  upi?: UpiRequest | undefined
  /** `summary`: amount and order; `payee`: the other details of the payment app. */
  part?: 'summary' | 'payee'
}

/** Amount, order and payee, in rupees, as payment apps and providers show them. */
export function PaymentFacts({ order: { orderId, total }, upi, part = 'summary' }: Props) {
  const amount = upi?.amount ?? total
  return (
    <dl className="grid w-full gap-2 border-y border-line py-4 text-start">
      {part === 'summary' ? (
        <>
          <Fact
            label={t('Amount')}
            text={amount === undefined ? t('Not available') : formatPrice(amount)}
            isLarge
          />
          <Fact label={t('Order')} text={orderId} />
        </>
      ) : (
        upi && (
          <>
            <Fact label={t('Pay to')} text={upi.payee} />
            {upi.payee !== upi.address && <Fact label={t('UPI ID')} text={upi.address} />}
            {upi.reference && upi.reference !== orderId && (
              <Fact label={t('Reference')} text={upi.reference} />
            )}
          </>
        )
      )}
    </dl>
  )
}

function Fact({ label, text, isLarge = false }: { label: string; text: string; isLarge?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd
        className={`min-w-0 break-words tabular-nums ${isLarge ? 'text-2xl font-semibold' : 'font-medium'}`}
      >
        {text}
      </dd>
    </div>
  )
}
