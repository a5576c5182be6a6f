import { useTranslate } from 'ra-core'

import { RowAction } from '../ui/RowAction.tsx'
import { useMay } from '../ui/PlainList.tsx'

interface Props {
  /** The call that records it, `/payments/…` or `/returns/…`. */
  path: string
  order: string
  amount: number
  /** Where the shopper wants it. */
  upiId?: string | undefined
}

/** Records a refund that the shop sent by itself. */
export function RefundAction({ path, order, amount, upiId }: Props) {
  const t = useTranslate()
  if (!useMay('payments.write')) return null
  return (
    <RowAction
      label="Record the refund"
      about={order}
      text={upiId && t('Send it to %{upiId}, then record it here.', { upiId })}
      done="The refund is recorded."
      path={`${path}/refund`}
      fields={[
        { name: 'reference', label: 'Reference of the refund' },
        { name: 'amount', label: 'Amount (₹)', type: 'number', initial: String(amount) },
      ]}
      toBody={({ reference, amount: typed }) => ({ reference, amount: Number(typed) })}
    />
  )
}
