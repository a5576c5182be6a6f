import type { OrderStatus, StatusTone } from '../../lib/domain/order-status.ts'

/** Delivered green, processing blue, shipped purple, cancelled red, pending yellow. §4 */
const TONES: Record<StatusTone, string> = {
  success: 'text-success',
  info: 'text-info',
  violet: 'text-violet',
  danger: 'text-danger',
  warning: 'text-warning',
  neutral: 'text-muted',
}

/** An order's status in its colour; the word says it to whoever sees no colours. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span
      data-tone={status.tone}
      className={`${TONES[status.tone]} inline-flex items-center gap-2 rounded border border-current bg-raised px-3 py-1 text-sm font-semibold`}
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {status.label}
    </span>
  )
}
