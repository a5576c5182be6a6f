import { type SubmitEvent, useEffect, useRef, useState } from 'react'

import { refusalOf } from '../../lib/api-client/errors.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import {
  linkedConfirmationMessages,
  orderWatchMessages,
  payingMessages,
  shopConfirmationMessages,
} from '../../lib/payment/messages.ts'
import { buttonClasses } from '../../styles/classes.ts'
import { Field } from '../ui/Field.tsx'
import { SubmitButton } from '../ui/Form.tsx'
import { formText, useSubmit } from '../ui/use-form.ts'

const REFERENCE_MAX = 35

interface Props {
  withinHours: number
  isPaid: boolean
  /** Opened by a payment link, whose holder has no orders to look at. */
  isLinked: boolean
  ordersPage: string
  /** Sends the bank's reference (UTR) to the shop; returns the message of a refusal. */
  onReference: (reference: string) => Promise<string | undefined>
}

/** Explains when the shop confirms a payment by hand, and takes the bank's reference. docs/payments.md */
export function ShopConfirmation({ withinHours, isPaid, isLinked, ordersPage, onReference }: Props) {
  const status = useRef<HTMLParagraphElement>(null)
  const [isSent, setSent] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { isPending, message, submit } = useSubmit(
    (error) => refusalOf(error) || payingMessages.processFailed,
  )
  const messages = isLinked ? linkedConfirmationMessages : shopConfirmationMessages
  const sentences = messages[isSent ? 'thanks' : 'explain']
  const sentence = sentences[withinHours === 1 ? 'one' : 'many']

  // The submit button, which had the focus, is no longer rendered.
  useEffect(() => {
    if (isSent) status.current?.focus()
  }, [isSent])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const reference = formText(new FormData(event.currentTarget), 'reference').trim()
    setRefusal(undefined)
    void submit(async () => {
      const refused = reference === '' ? undefined : await onReference(reference)
      setRefusal(refused)
      setSent(refused === undefined)
    })
  }

  return (
    <div className="grid w-full gap-4">
      <p role="status" ref={status} tabIndex={-1} className="text-sm focus:outline-none">
        {isPaid ? t(orderWatchMessages.paid) : fill(t(sentence), { hours: withinHours })}
      </p>
      {isSent ? (
        <a href={ordersPage} className={buttonClasses.secondary}>
          {t(isLinked ? 'Check the payment' : 'My Orders')}
        </a>
      ) : (
        <form noValidate onSubmit={handleSubmit} className="grid gap-4 text-start">
          <Field
            label={t('UPI reference number (optional)')}
            hint={t(
              'Your payment app shows it as UTR or UPI transaction ID. It helps the shop find your payment.',
            )}
            error={refusal ?? message}
            name="reference"
            autoComplete="off"
            spellCheck={false}
            maxLength={REFERENCE_MAX}
          />
          <SubmitButton isPending={isPending} pendingText={t('Processing...')}>
            {t('I have paid')}
          </SubmitButton>
        </form>
      )}
    </div>
  )
}
