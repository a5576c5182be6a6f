import { useEffect, useRef, useState } from 'react'

import { isUnauthorized, refusalOf } from '../../lib/api-client/errors.ts'
import { cancelOrder } from '../../lib/api-client/orders.ts'
import { buyAgain, type BoughtAgain } from '../../lib/cart/buy-again.ts'
import type { ReceivedOrder } from '@tanabana/contract/order.ts'
import { formatDate } from '../../lib/i18n/date-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { saveInvoiceContact } from '../../lib/orders/invoice-contact.ts'
import { buyAgainMessages, cancellationMessages, returnDateMessages } from '../../lib/orders/messages.ts'
import { returnStateText } from '../../lib/orders/order-text.ts'
import { hasInvoice, type Order } from '../../lib/orders/order.ts'
import { buttonClasses, linkClasses } from '../../styles/classes.ts'
import { Alert } from '../ui/Loading.tsx'
import { useSubmit } from '../ui/use-form.ts'
import type { OrderActionsProps } from './order-actions-props.ts'
import { ReturnForm } from './ReturnForm.tsx'

/**
 * Actions of a shopper on an order: buy again, see the invoice, cancel, return.
 * docs/requirements.md#1123-shipment docs/requirements.md#1124-cancellation docs/requirements.md#1125-returns
 */
export function OrderActions(props: OrderActionsProps) {
  const { order, client, capabilities, contactInfo } = props
  const [open, setOpen] = useState<'cancellation' | 'return'>()
  const [bought, setBought] = useState<BoughtAgain>()
  const region = useRef<HTMLDivElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const { isPending, message, submit } = useSubmit((error) =>
    isUnauthorized(error) ? undefined : buyAgainMessages.failed,
  )
  const canBuyAgain = order.items.some(({ productId }) => productId !== undefined)
  const canReturn =
    order.returnableUntil !== undefined && order.items.some(({ returnable = 0 }) => returnable > 0)
  const ofOrder = (label: string) => `${label}: ${fill(t('Order {id}'), { id: order.id })}`

  function addAgain(): void {
    void submit(async () => setBought(await buyAgain(client, order.items, capabilities)))
  }

  /** Keeps the focus with the order when the focused form or question disappears. */
  function showChanged(changed: ReceivedOrder): void {
    setOpen(undefined)
    props.onChanged(changed)
    if (region.current?.contains(document.activeElement)) region.current.focus()
  }

  function keepOrder(): void {
    setOpen(undefined)
    cancelButton.current?.focus()
  }

  return (
    <div ref={region} tabIndex={-1} className="grid gap-4 focus:outline-none print:hidden">
      <ReturnStates order={order} refundDays={props.refundDays} />
      <div className="grid grid-cols-2 gap-3 md:flex md:flex-wrap [&>*]:px-2 md:[&>*]:px-5">
        {canBuyAgain && (
          <button
            type="button"
            aria-disabled={isPending || undefined}
            aria-label={ofOrder(t('Buy again'))}
            onClick={addAgain}
            className={buttonClasses.secondary}
          >
            {t('Buy again')}
          </button>
        )}
        {hasInvoice(order) && (
          <a
            href={`/orders/${encodeURIComponent(order.id)}/invoice`}
            aria-label={ofOrder(t('Invoice'))}
            onClick={() => saveInvoiceContact(order.id, contactInfo)}
            className={buttonClasses.secondary}
          >
            {t('Invoice')}
          </a>
        )}
        {order.isCancellable && (
          <button
            ref={cancelButton}
            type="button"
            aria-expanded={open === 'cancellation'}
            aria-label={ofOrder(t('Cancel order'))}
            onClick={() => setOpen(open === 'cancellation' ? undefined : 'cancellation')}
            className={buttonClasses.secondary}
          >
            {t('Cancel order')}
          </button>
        )}
        {canReturn && (
          <button
            type="button"
            aria-expanded={open === 'return'}
            aria-label={ofOrder(t('Return items'))}
            onClick={() => setOpen(open === 'return' ? undefined : 'return')}
            className={buttonClasses.secondary}
          >
            {t('Return items')}
          </button>
        )}
      </div>
      {/* Takes no place while it is empty, but stays a live region. */}
      <div role="status" className="grid gap-1 text-sm empty:absolute">
        {bought && bought.added.length > 0 && (
          <p>
            {fill(t(buyAgainMessages.added), { names: bought.added.join(', ') })}{' '}
            <a href="/cart" className={`${linkClasses} inline-block py-2.5`}>
              {t('Go to cart')}
            </a>
          </p>
        )}
        {bought && bought.missing.length > 0 && (
          <p>{fill(t(buyAgainMessages.missing), { names: bought.missing.join(', ') })}</p>
        )}
      </div>
      {message && <Alert>{message}</Alert>}
      {open === 'cancellation' && order.isCancellable && (
        <Cancellation {...props} onChanged={showChanged} onKept={keepOrder} />
      )}
      {open === 'return' && canReturn && <ReturnForm {...props} onChanged={showChanged} />}
    </div>
  )
}

function Cancellation({
  order,
  client,
  contactInfo,
  refundDays,
  onChanged,
  onKept,
}: OrderActionsProps & { onKept: () => void }) {
  const question = useRef<HTMLParagraphElement>(null)
  const { isPending, message, submit } = useSubmit((error) =>
    isUnauthorized(error) ? undefined : (refusalOf(error) ?? cancellationMessages.failed),
  )
  const consequence = consequenceOf(order, refundDays)

  useEffect(() => question.current?.focus(), [])

  function cancel(): void {
    void submit(async () =>
      onChanged(await cancelOrder(client, order.id, contactInfo ? { contactInfo } : {})),
    )
  }

  return (
    <div className="grid gap-3 rounded border border-line p-4">
      <p ref={question} tabIndex={-1} className="focus:outline-none">
        <strong>{t(cancellationMessages.question)}</strong> {consequence}
      </p>
      {message && <Alert>{message}</Alert>}
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          aria-disabled={isPending || undefined}
          onClick={cancel}
          className={buttonClasses.primary}
        >
          {t(isPending ? 'Cancelling...' : 'Yes, cancel it')}
        </button>
        <button type="button" onClick={onKept} className={buttonClasses.quiet}>
          {t('Keep it')}
        </button>
      </div>
    </div>
  )
}

/** Returns the sentence about the money of an order that is about to be cancelled. */
function consequenceOf({ payment }: Order, days: number | undefined): string {
  const { paid, paidWithin, unpaid, unknown, unknownWithin } = cancellationMessages.consequences
  if (payment === 'unpaid') return t(unpaid)
  const isPaid = payment === 'paid'
  if (days === undefined) return t(isPaid ? paid : unknown)
  return fill(t(isPaid ? paidWithin : unknownWithin), { days })
}

function ReturnStates({ order, refundDays }: { order: Order; refundDays: number | undefined }) {
  if (!order.returns?.length) return null
  return (
    <ul aria-label={t('Returns')} className="grid gap-3">
      {order.returns.map(({ id, status, items, note, createdAt, decidedAt }) => (
        <li key={id} className="border-s-4 border-info ps-3 text-sm">
          <p className="font-medium">
            {returnStateText(status, order)}
            {status === 'accepted' &&
              refundDays !== undefined &&
              ` ${fill(t(returnDateMessages.refundWithin), { days: refundDays })}`}
          </p>
          <ReturnDate sentence={returnDateMessages.requested} at={createdAt} />
          <ReturnDate sentence={returnDateMessages.decided} at={decidedAt} />
          <p className="text-muted">
            {items
              .map((item) => {
                const name = order.items.find((one) => one.id === item.id)?.name ?? t('Item')
                return `${item.quantity} × ${name}`
              })
              .join(', ')}
          </p>
          {note && <p>{fill(t('The shop writes: {note}'), { note })}</p>}
        </li>
      ))}
    </ul>
  )
}

function ReturnDate({ sentence, at }: { sentence: string; at: string | undefined }) {
  const date = formatDate(at)
  return date ? <p className="text-muted">{fill(t(sentence), { date })}</p> : null
}
