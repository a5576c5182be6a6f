import { useRef, useState } from 'react'

import { isUnauthorized, refusalOf } from '../../lib/api-client/errors.ts'
import { cancelOrder } from '../../lib/api-client/orders.ts'
import { buyAgain, type BoughtAgain } from '../../lib/cart/buy-again.ts'
import type { ReceivedOrder } from '@tanabana/contract/order.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { saveInvoiceContact } from '../../lib/orders/invoice-contact.ts'
import { buyAgainMessages, cancellationMessages } from '../../lib/orders/action-messages.ts'
import { exchangeMessages } from '../../lib/orders/return-messages.ts'
import { canExchange, hasInvoice, type Order } from '../../lib/orders/order.ts'
import { buttonClasses, linkClasses } from '../../styles/classes.ts'
import { Alert } from '../ui/Loading.tsx'
import { useSubmit } from '../ui/use-form.ts'
import type { OrderActionsProps } from './order-actions-props.ts'
import { type Exchanged, ExchangeForm } from './ExchangeForm.tsx'
import { Question } from './Question.tsx'
import { ReturnForm } from './ReturnForm.tsx'
import { ReturnStates } from './ReturnStates.tsx'

/**
 * Actions of a shopper on an order: buy again, see the invoice, cancel, return, take another size.
 * docs/requirements.md#1123-shipment docs/requirements.md#1124-cancellation docs/requirements.md#1125-returns
 */
export function OrderActions(props: OrderActionsProps) {
  const { order, client, capabilities, contactInfo } = props
  const [open, setOpen] = useState<'cancellation' | 'return' | 'exchange'>()
  const [bought, setBought] = useState<BoughtAgain>()
  const [exchanged, setExchanged] = useState<Exchanged>()
  const region = useRef<HTMLDivElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const { isPending, message, submit } = useSubmit((error) =>
    isUnauthorized(error) ? undefined : buyAgainMessages.failed,
  )
  const canBuyAgain = order.items.some(({ productId }) => productId !== undefined)
  const canReturn =
    order.returnableUntil !== undefined && order.items.some(({ returnable = 0 }) => returnable > 0)
  const hasSizes = canReturn && order.items.some(canExchange)
  const ofOrder = (label: string) => `${label}: ${fill(t('Order {id}'), { id: order.id })}`

  function addAgain(): void {
    void submit(async () => setBought(await buyAgain(client, order.items, capabilities)))
  }

  /** Keeps the focus with the order when the focused form or question disappears. */
  function showChanged(changed: ReceivedOrder): void {
    setOpen(undefined)
    setExchanged(undefined)
    props.onChanged(changed)
    if (region.current?.contains(document.activeElement)) region.current.focus()
  }

  function showExchanged(changed: ReceivedOrder, result: Exchanged): void {
    showChanged(changed)
    setExchanged(result)
  }

  function keepOrder(): void {
    setOpen(undefined)
    cancelButton.current?.focus()
  }

  return (
    <div ref={region} tabIndex={-1} className="grid gap-4 focus:outline-none print:hidden">
      <ReturnStates {...props} onChanged={showChanged} />
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
        {hasSizes && (
          <button
            type="button"
            aria-expanded={open === 'exchange'}
            aria-label={ofOrder(t('Another size'))}
            onClick={() => setOpen(open === 'exchange' ? undefined : 'exchange')}
            className={buttonClasses.secondary}
          >
            {t('Another size')}
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
        {exchanged && (
          <p>
            {fill(t(exchangeMessages.both), { size: t(exchanged.size) })} {t(exchangeMessages.payment)}{' '}
            <a href="/cart" className={`${linkClasses} inline-block py-2.5`}>
              {t('Go to cart')}
            </a>
          </p>
        )}
      </div>
      {message && <Alert>{message}</Alert>}
      {open === 'cancellation' && order.isCancellable && (
        <Cancellation {...props} onChanged={showChanged} onKept={keepOrder} />
      )}
      {open === 'return' && canReturn && <ReturnForm {...props} onChanged={showChanged} />}
      {open === 'exchange' && hasSizes && <ExchangeForm {...props} onExchanged={showExchanged} />}
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
  const submission = useSubmit((error) =>
    isUnauthorized(error) ? undefined : (refusalOf(error) ?? cancellationMessages.failed),
  )

  function cancel(): void {
    void submission.submit(async () =>
      onChanged(await cancelOrder(client, order.id, contactInfo ? { contactInfo } : {})),
    )
  }

  return (
    <Question
      texts={cancellationMessages}
      consequence={consequenceOf(order, refundDays)}
      submission={submission}
      onYes={cancel}
      onNo={onKept}
    />
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
