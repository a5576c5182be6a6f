import { useRef, useState } from 'react'

import { isUnauthorized, refusalOf } from '../../lib/api-client/errors.ts'
import { withdrawReturn } from '../../lib/api-client/orders.ts'
import { formatDate } from '../../lib/i18n/date-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { returnDateMessages } from '../../lib/orders/messages.ts'
import { withdrawalMessages } from '../../lib/orders/return-messages.ts'
import { returnStateText } from '../../lib/orders/order-text.ts'
import { buttonClasses } from '../../styles/classes.ts'
import { useSubmit } from '../ui/use-form.ts'
import type { OrderActionsProps } from './order-actions-props.ts'
import { Question } from './Question.tsx'

/** The returns of an order, each with its state. The shopper withdraws one whose pieces the shop does not have. */
export function ReturnStates(props: OrderActionsProps) {
  const { order, refundDays } = props
  if (!order.returns?.length) return null
  return (
    <ul aria-label={t('Returns')} className="grid gap-3">
      {order.returns.map(({ id, status, stage, withdrawable, items, note, createdAt, decidedAt }) => (
        <li key={id} className="border-s-4 border-info ps-3 text-sm">
          <p className="font-medium">
            {returnStateText({ status, stage }, order)}
            {status === 'accepted' &&
              stage !== 'refunded' &&
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
          {withdrawable && <Withdrawal {...props} returnId={id} />}
        </li>
      ))}
    </ul>
  )
}

function Withdrawal({
  order,
  client,
  contactInfo,
  onChanged,
  returnId,
}: OrderActionsProps & { returnId: string }) {
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const submission = useSubmit((error) =>
    isUnauthorized(error) ? undefined : (refusalOf(error) ?? withdrawalMessages.failed),
  )

  function withdraw(): void {
    const named = { orderId: order.id, returnId }
    void submission.submit(async () =>
      onChanged(await withdrawReturn(client, named, contactInfo === undefined ? {} : { contactInfo })),
    )
  }

  function keepReturn(): void {
    setAsking(false)
    button.current?.focus()
  }

  return (
    <div className="mt-2 grid justify-items-start gap-3">
      <button
        ref={button}
        type="button"
        aria-expanded={isAsking}
        onClick={() => setAsking(!isAsking)}
        className={buttonClasses.quiet}
      >
        {t('Withdraw return')}
      </button>
      {isAsking && (
        <Question
          texts={withdrawalMessages}
          consequence={t(withdrawalMessages.consequence)}
          submission={submission}
          onYes={withdraw}
          onNo={keepReturn}
        />
      )}
    </div>
  )
}

function ReturnDate({ sentence, at }: { sentence: string; at: string | undefined }) {
  const date = formatDate(at)
  return date ? <p className="text-muted">{fill(t(sentence), { date })}</p> : null
}
