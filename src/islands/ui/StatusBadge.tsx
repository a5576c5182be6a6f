import type { OrderStatus } from '../../lib/orders/order.ts'
import { orderStatusText } from '../../lib/orders/order-text.ts'

const COLORS: Record<OrderStatus['code'], string> = {
  pending: 'text-warning',
  processing: 'text-info',
  shipped: 'text-violet',
  delivered: 'text-success',
  cancelled: 'text-danger',
  unknown: 'text-muted',
}

/** An order's status with its colour, which repeats the word. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span
      data-status={status.code}
      className={`${COLORS[status.code]} inline-flex items-center gap-2 rounded border border-current bg-raised px-3 py-1 text-sm font-semibold`}
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {orderStatusText(status)}
    </span>
  )
}
