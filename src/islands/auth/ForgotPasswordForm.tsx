import { type SubmitEvent, useRef, useState } from 'react'

import {
  requestPasswordReset,
  resetRequestFormSchema,
  settingsFailureText,
} from '../../lib/auth/account-settings.ts'
import { browserClient } from '../../lib/auth/browser-client.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { Field } from '../ui/Field.tsx'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { Alert } from '../ui/Loading.tsx'
import { formErrors, formText, useFormErrors, useSubmit } from '../ui/use-form.ts'
import { useCarriedEmail } from './carried-email.ts'

const client = browserClient()

/** Asks for the link that sets a new password. Says the same for an address without an account. */
export function ForgotPasswordForm() {
  const form = useRef<HTMLFormElement>(null)
  const [sentTo, setSentTo] = useState<string>()
  const { isPending, message, submit } = useSubmit(settingsFailureText)
  const { errors, check, recheck } = useFormErrors((shown) => formErrors(resetRequestFormSchema, read(shown)))
  useCarriedEmail(form)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const shown = event.currentTarget
    if (isPending || !check(shown)) return
    void submit(async () => {
      const { email } = read(shown)
      await requestPasswordReset(client, email)
      setSentTo(email)
    })
  }

  return (
    <>
      <Form ref={form} onSubmit={handleSubmit} onInput={recheck} className="grid gap-5">
        <Field
          label={t('Email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="send"
          error={errors.email}
        />
        {message && <Alert>{message}</Alert>}
        <SubmitButton isPending={isPending} pendingText={t('Sending...')}>
          {t('Send the link')}
        </SubmitButton>
      </Form>
      <p
        role="status"
        className={sentTo === undefined ? 'sr-only' : 'mt-6 rounded bg-sunken px-4 py-3 text-sm'}
      >
        {sentTo !== undefined &&
          fill(
            t(
              'If {email} has an account here, we have sent a link to it. The link works once, for 30 minutes. Please look into the spam folder, too.',
            ),
            { email: sentTo },
          )}
      </p>
    </>
  )
}

function read(form: HTMLFormElement): { email: string } {
  return { email: formText(new FormData(form), 'email').trim() }
}
