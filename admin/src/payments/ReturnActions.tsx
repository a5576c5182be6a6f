import { RowAction } from '../ui/RowAction.tsx'
import { useMay } from '../ui/PlainList.tsx'
import { RefundAction } from './RefundAction.tsx'
import type { Return } from './return.ts'

interface Step {
  path: string
  label: string
  done: string
  from: string[]
  permission: string
  /** What the shopper reads; without a label nothing is asked. */
  note?: { label: string; isOptional: boolean }
  body?: object
}

const STEPS: Step[] = [
  {
    ...{ path: 'accept', label: 'Accept', done: 'The return is accepted.', from: ['requested'] },
    ...{ permission: 'returns.decide', note: { label: 'Note to the shopper', isOptional: true } },
  },
  {
    ...{ path: 'receive', label: 'Received, whole', done: 'The return is received.', from: ['accepted'] },
    permission: 'returns.receive',
  },
  {
    ...{ path: 'receive', label: 'Received, spoiled', done: 'The return is received.', from: ['accepted'] },
    ...{ permission: 'returns.receive', body: { spoiled: true } },
  },
  {
    ...{ path: 'refuse', label: 'Refuse', done: 'The return is refused.', from: ['requested', 'received'] },
    ...{ permission: 'returns.decide', note: { label: 'Reason for the shopper', isOptional: false } },
  },
  {
    ...{ path: 'withdraw', label: 'Pieces do not come', done: 'The return is withdrawn.' },
    ...{ from: ['requested', 'accepted'], permission: 'returns.decide' },
    note: { label: 'Note to the shopper', isOptional: true },
  },
]

/** What can be done with a return now. docs/order-lifecycle.md */
export function ReturnActions({ row, upiId }: { row: Return; upiId?: string | undefined }) {
  const { id, status, order, value } = row
  const may: Record<string, boolean> = {
    'returns.decide': useMay('returns.decide'),
    'returns.receive': useMay('returns.receive'),
  }
  return (
    <>
      {STEPS.filter(({ from, permission }) => from.includes(status) && may[permission]).map(
        ({ path, label, done, note, body }) => (
          <RowAction
            key={label}
            label={label}
            about={order}
            done={done}
            path={`/returns/${id}/${path}`}
            fields={note ? [{ name: 'note', ...note }] : []}
            toBody={(values) => ({ ...values, ...body })}
          />
        ),
      )}
      {status === 'received' && (
        <RefundAction path={`/returns/${id}`} order={order} amount={value} upiId={upiId} />
      )}
    </>
  )
}
