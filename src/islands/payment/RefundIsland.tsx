import type { SubmitEvent } from 'react'

import { UPI_ID } from '@tanabana/contract/upi-id.ts'
import type { RefundLink } from '@tanabana/contract/refund-link.ts'
import { StatusError } from '../../lib/api-client/errors.ts'
import { fetchRefundLink, giveUpiId } from '../../lib/api-client/refund-links.ts'
import { browserClient } from '../../lib/auth/browser-client.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { formatDate } from '../../lib/i18n/date-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { refundLinkMessages } from '../../lib/payment/refund-messages.ts'
import { panelClasses } from '../../styles/classes.ts'
import { Field } from '../ui/Field.tsx'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { Alert, Placeholder } from '../ui/Loading.tsx'
import { formText, useFormErrors, useSubmit } from '../ui/use-form.ts'
import { useLink } from '../links/use-link.ts'
import { WrongLink } from '../links/WrongLink.tsx'
import { PaymentAlert } from './PaymentAlert.tsx'

const client = browserClient()

/** What the shop owes for an order and to which UPI id it goes, by the link of an e-mail. docs/requirements.md#1140-refund-details */
export function RefundIsland() {
  const { token, isWrong, loaded, reload, show } = useLink((named) => fetchRefundLink(client, named))

  if (loaded.status === 'failed') {
    if (isWrong) return <WrongLink {...refundLinkMessages.wrong} />
    return <PaymentAlert message={refundLinkMessages.failed} onRetry={reload} isLinked />
  }
  if (loaded.status === 'loading') {
    return (
      <div role="status" className={`${panelClasses} grid gap-5`}>
        <span className="sr-only">{t('Loading your refund...')}</span>
        <Placeholder className="h-8 w-2/3" />
        <Placeholder className="h-11" />
      </div>
    )
  }

  const refund = loaded.value
  return (
    <div className="grid gap-6">
      {refund.due > 0 && <UpiIdForm refund={refund} token={token} onGiven={show} onSent={reload} />}
      <SentRefunds refund={refund} />
    </div>
  )
}

interface FormProps {
  refund: RefundLink
  token: string
  onGiven: (refund: RefundLink) => void
  /** The shop has sent the money meanwhile. */
  onSent: () => void
}

/** Asks for the UPI id, which may be changed while the refund is due. */
function UpiIdForm({ refund, token, onGiven, onSent }: FormProps) {
  const { id, due, upiId } = refund
  const amount = formatPrice(due)
  const { isPending, message, submit } = useSubmit(() => refundLinkMessages.notSaved)
  const { errors, check, recheck } = useFormErrors((shown) =>
    UPI_ID.test(read(shown)) ? {} : { upiId: refundLinkMessages.invalid },
  )

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const shown = event.currentTarget
    if (isPending || !check(shown)) return
    void submit(async () => {
      try {
        onGiven(await giveUpiId(client, token, read(shown)))
      } catch (error) {
        if (!(error instanceof StatusError && error.status === 409)) throw error
        onSent()
      }
    })
  }

  return (
    <section className={`${panelClasses} grid gap-5`}>
      <p className="[overflow-wrap:anywhere]">{fill(t(refundLinkMessages.due), { amount, order: id })}</p>
      <Form onSubmit={handleSubmit} onInput={recheck} className="grid gap-5">
        <Field
          label={t('UPI ID')}
          name="upiId"
          defaultValue={upiId}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          hint={t(refundLinkMessages.hint)}
          error={errors.upiId}
        />
        {message && <Alert>{message}</Alert>}
        <SubmitButton isPending={isPending} pendingText={t('Sending...')}>
          {t(upiId === undefined ? 'Send my UPI ID' : 'Change my UPI ID')}
        </SubmitButton>
      </Form>
      <p role="status" className={upiId === undefined ? 'sr-only' : '[overflow-wrap:anywhere]'}>
        {upiId !== undefined && fill(t(refundLinkMessages.given), { amount, upiId })}
      </p>
    </section>
  )
}

/** Refunds of the order that are sent; without one that is due either, that there is none. */
function SentRefunds({ refund: { id, due, upiId, refunds } }: { refund: RefundLink }) {
  if (refunds.length === 0) {
    return due > 0 ? null : <p role="status">{fill(t(refundLinkMessages.none), { order: id })}</p>
  }
  return (
    <section role="status" className={`${panelClasses} grid gap-3`}>
      {refunds.map(({ amount, sentAt, reference }) => {
        const facts = { amount: formatPrice(amount), date: formatDate(sentAt) ?? '', upiId: upiId ?? '' }
        const isSentThere = due === 0 && upiId !== undefined && refunds.length === 1
        return (
          <p key={reference} className="[overflow-wrap:anywhere]">
            {fill(t(isSentThere ? refundLinkMessages.sentTo : refundLinkMessages.sent), facts)}
            <span className="block text-sm text-muted">
              {fill(t(refundLinkMessages.reference), { reference })}
            </span>
          </p>
        )
      })}
      <p className="text-sm text-muted">{t(refundLinkMessages.bankDays)}</p>
    </section>
  )
}

function read(form: HTMLFormElement): string {
  return formText(new FormData(form), 'upiId').trim()
}
