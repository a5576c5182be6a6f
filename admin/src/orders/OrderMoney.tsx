import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'

import { RefundAction } from '../payments/RefundAction.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { Facts, Section } from '../ui/Section.tsx'
import { useFormats } from '../ui/format.ts'
import { useMay } from '../ui/PlainList.tsx'
import { paymentLabels } from '../ui/words.ts'
import type { Order, OrderPayment } from './order.ts'

/** What was paid for an order, what went back, and how more can go back. */
export function OrderMoney({ order }: { order: Order }) {
  const t = useTranslate()
  const { money, dateTime } = useFormats()
  return (
    <Section title="Payment">
      <Facts
        facts={[
          ['State', t(paymentLabels[order.payment] ?? order.payment)],
          ['Way', order.cashOnDelivery && t('Cash on delivery')],
          ['Confirmed by the shopper', dateTime(order.confirmedAt ?? undefined)],
          ['Paid on', dateTime(order.paidAt ?? undefined)],
          ['Refund due', order.refundDue > 0 && money(order.refundDue)],
          ['UPI id of the shopper', order.refundTo?.upiId],
        ]}
      />
      {order.payments?.map((payment) => (
        <Box key={payment.id} sx={{ marginBlockStart: 1.5 }}>
          <Typography variant="subtitle2">
            {money(payment.amount)} · {t(paymentLabels[payment.status] ?? payment.status)}
          </Typography>
          <Facts
            facts={[
              ['Provider', `${payment.provider} (${payment.method})`],
              ['Reference', payment.reference],
              ['UTR from the shopper', payment.customerReference],
              ['Refunded', payment.refunded > 0 && money(payment.refunded)],
              ['Started', dateTime(payment.createdAt)],
            ]}
          />
          {payment.refundable > 0 && <Refund order={order} payment={payment} />}
        </Box>
      ))}
      {order.refunds?.map(({ amount, startedAt, sentAt, reference }, index) => (
        <Typography key={reference ?? index} variant="body2">
          {t('Refund of %{amount}', { amount: money(amount) })}:{' '}
          {sentAt ? dateTime(sentAt) : t(startedAt ? 'Refund started' : 'Refund due')}
          {reference && `, ${reference}`}
        </Typography>
      ))}
    </Section>
  )
}

function Refund({ order, payment }: { order: Order; payment: OrderPayment }) {
  const mayPay = useMay('payments.write')
  const isDue = order.refundDue > 0
  return (
    <>
      {payment.refundedBy === 'provider' && mayPay && (
        <RowAction
          label="Refund by the provider"
          about={order.id}
          done="The provider is asked for the refund."
          path={`/orders/${order.id}/refund`}
          fields={[
            {
              label: isDue ? 'Amount (₹), empty for all that is due' : 'Amount (₹)',
              ...{ name: 'amount', type: 'number', isOptional: isDue },
            },
          ]}
          toBody={({ amount }) => (amount === undefined ? {} : { amount: Number(amount) })}
        />
      )}
      <RefundAction
        path={`/payments/${payment.id}`}
        order={order.id}
        amount={payment.status === 'refund due' ? payment.refundable : order.refundDue || payment.refundable}
        upiId={order.refundTo?.upiId}
      />
    </>
  )
}
