import { useRef, useState } from 'react'

import type { ConfirmationDecision } from '@tanabana/contract/requests.ts'
import { decideOnOrder, fetchConfirmationLink } from '../../lib/api-client/confirmation-links.ts'
import { StatusError } from '../../lib/api-client/errors.ts'
import { browserClient } from '../../lib/auth/browser-client.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { cancellationMessages } from '../../lib/orders/action-messages.ts'
import { confirmationMessages } from '../../lib/orders/confirmation-messages.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { Alert, Placeholder } from '../ui/Loading.tsx'
import { useSubmit } from '../ui/use-form.ts'
import { useLink } from '../links/use-link.ts'
import { WrongLink } from '../links/WrongLink.tsx'
import { Question } from './Question.tsx'

const client = browserClient()

/** An order that is paid at delivery, which its shopper confirms or cancels by the link of an e-mail. docs/requirements.md#1141-cash-confirmation */
export function ConfirmOrderIsland() {
  const { token, isWrong, loaded, reload, show } = useLink((named) => fetchConfirmationLink(client, named))
  const [isCancelling, setCancelling] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const submission = useSubmit(() => confirmationMessages.notSent)

  /** Keeps the focus with the order when the focused button or question disappears. */
  function endQuestion(): void {
    setCancelling(false)
    if (panel.current?.contains(document.activeElement)) panel.current.focus()
  }

  function decide(decision: ConfirmationDecision): void {
    void submission.submit(async () => {
      try {
        show(await decideOnOrder(client, token, decision))
      } catch (error) {
        // It was shipped, paid or cancelled meanwhile.
        if (!(error instanceof StatusError && error.status === 409)) throw error
        reload()
      }
      endQuestion()
    })
  }

  if (loaded.status === 'failed') {
    if (isWrong) return <WrongLink {...confirmationMessages.wrong} />
    return (
      <div className="grid justify-items-start gap-4">
        <Alert>{confirmationMessages.failed}</Alert>
        <button type="button" onClick={reload} className={buttonClasses.primary}>
          {t('Try again')}
        </button>
      </div>
    )
  }
  if (loaded.status === 'loading') {
    return (
      <div role="status" className={`${panelClasses} grid gap-5`}>
        <span className="sr-only">{t('Loading your order...')}</span>
        <Placeholder className="h-8 w-2/3" />
        <Placeholder className="h-11" />
      </div>
    )
  }

  const order = loaded.value
  const { isPending, message } = submission
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="order"
      className={`${panelClasses} grid gap-5 focus:outline-none`}
    >
      <h2 id="order" className="text-xl [overflow-wrap:anywhere]">
        {fill(t('Order {id}'), { id: order.id })}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {order.items.map(({ productTitle, choice, quantity }, index) => (
          <li key={index} className="py-3 [overflow-wrap:anywhere]">
            {productTitle} × {quantity}
            {choice && <span className="block text-sm text-muted">{choice}</span>}
          </li>
        ))}
      </ul>
      <p role="status">
        {fill(t(confirmationMessages.states[order.state]), { amount: formatPrice(order.amount) })}
      </p>
      {isCancelling ? (
        <Question
          texts={cancellationMessages}
          consequence={t(confirmationMessages.consequence)}
          submission={submission}
          onYes={() => decide('cancel')}
          onNo={endQuestion}
        />
      ) : (
        <>
          {message && <Alert>{message}</Alert>}
          <div className="flex flex-wrap gap-3 empty:hidden">
            {order.state === 'open' && (
              <button
                type="button"
                aria-disabled={isPending || undefined}
                onClick={() => decide('confirm')}
                className={buttonClasses.primary}
              >
                {t(isPending ? 'Sending...' : 'Confirm the order')}
              </button>
            )}
            {order.cancellable && (
              <button
                type="button"
                onClick={() => setCancelling(true)}
                className={order.state === 'open' ? buttonClasses.secondary : buttonClasses.quiet}
              >
                {t('Cancel order')}
              </button>
            )}
          </div>
        </>
      )}
    </section>
  )
}
