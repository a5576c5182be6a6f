import { useTranslate, type RaRecord } from 'ra-core'
import { Link } from 'react-router-dom'

import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { ChoiceFilter } from '../ui/filters.tsx'
import { useFormats } from '../ui/format.ts'
import { returnLabels } from '../ui/words.ts'
import { RefundAction } from './RefundAction.tsx'
import { ReturnActions } from './ReturnActions.tsx'
import { piecesText, type Return } from './return.ts'

interface MoneyRow extends RaRecord<string> {
  order: string
  amount: number
  reference?: string | null
}

interface Payment extends MoneyRow {
  kind: 'to check' | 'to confirm' | 'mismatch'
  at: string
}

interface Refund extends MoneyRow {
  return?: string
  provider: string | null
  upiId?: string
}

const kindLabels: Record<string, string> = {
  'to check': 'UTR given, to check',
  'to confirm': 'Begun, without UTR',
  mismatch: 'Payment of another amount',
}

const orderLink = (number: string) => <Link to={`/orders/${number}/show`}>{number}</Link>

/** UPI payments to check and to confirm, and money that does not fit its order. */
export function PaymentList() {
  const t = useTranslate()
  const { money, dateTime } = useFormats()
  const columns: Column<Payment>[] = [
    { label: 'Kind', render: ({ kind }) => t(kindLabels[kind] ?? kind) },
    { label: 'Order', render: ({ order }) => orderLink(order) },
    { label: 'Reference', render: ({ reference }) => reference },
    { label: 'Started', render: ({ at }) => dateTime(at), sort: 'at' },
    { label: 'Amount', render: ({ amount }) => money(amount), sort: 'amount', isNumber: true },
  ]
  return (
    <PlainList<Payment>
      title="Payments"
      perPage={50}
      filters={[<ChoiceFilter key="kind" source="kind" label="Kind" labels={kindLabels} alwaysOn />]}
      columns={columns}
      rowActions={(one) => <PaymentAction payment={one} />}
    />
  )
}

function PaymentAction({ payment: { id, kind, order, reference } }: { payment: Payment }) {
  if (!useMay('payments.write')) return null
  if (kind === 'mismatch')
    return (
      <RowAction
        label="Take this amount"
        about={order}
        done="The payment is taken."
        path={`/payments/${id}/accept`}
      />
    )
  return (
    <RowAction
      label="Payment received"
      about={order}
      done="The payment is recorded."
      path="/payments"
      fields={reference ? [] : [{ name: 'reference', label: 'Reference (UTR)' }]}
      toBody={(values) => ({ order, method: 'upi', reference, ...values })}
    />
  )
}

/** Refunds that are due, of orders and of returns. */
export function RefundList() {
  const { money } = useFormats()
  const columns: Column<Refund>[] = [
    { label: 'Order', render: ({ order }) => orderLink(order) },
    { label: 'Provider', render: ({ provider }) => provider },
    { label: 'UPI id of the shopper', render: ({ upiId }) => upiId },
    { label: 'Amount', render: ({ amount }) => money(amount), sort: 'amount', isNumber: true },
  ]
  const action = ({ id, order, amount, upiId, return: returned }: Refund) => (
    <RefundAction
      path={returned === undefined ? `/payments/${id}` : `/returns/${returned}`}
      {...{ order, amount, upiId }}
    />
  )
  return <PlainList<Refund> title="Refunds" perPage={50} columns={columns} rowActions={action} />
}

/** Returns, each with what can be done next. */
export function ReturnList() {
  const t = useTranslate()
  const { money, dateTime } = useFormats()
  const columns: Column<Return>[] = [
    { label: 'Order', render: ({ order }) => orderLink(order) },
    { label: 'Status', render: ({ status }) => t(returnLabels[status] ?? status) },
    { label: 'Products', render: ({ items }) => piecesText(items) },
    { label: 'Reason', render: ({ reason }) => reason },
    { label: 'When', render: ({ createdAt }) => dateTime(createdAt), sort: 'createdAt' },
    { label: 'Amount', render: ({ value }) => money(value), sort: 'value', isNumber: true },
  ]
  return (
    <PlainList<Return>
      title="Returns"
      perPage={50}
      filters={[<ChoiceFilter key="status" source="status" label="Status" labels={returnLabels} alwaysOn />]}
      columns={columns}
      rowActions={(one) => <ReturnActions row={one} />}
    />
  )
}
