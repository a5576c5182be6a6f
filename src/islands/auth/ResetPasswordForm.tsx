import { type SubmitEvent, useEffect, useState } from 'react'

import {
  newPasswordFormSchema,
  resetPassword,
  settingsFailureText,
  settingsMessages,
} from '../../lib/auth/account-settings.ts'
import { browserClient } from '../../lib/auth/browser-client.ts'
import { linkMessages } from '../../lib/auth/link-messages.ts'
import { followLinks, takeLinkToken } from '../../lib/auth/link-token.ts'
import { t } from '../../lib/i18n/translate.ts'
import { carryToast } from '../../lib/platform/toasts.ts'
import { linkClasses } from '../../styles/classes.ts'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { Alert } from '../ui/Loading.tsx'
import { formErrors, useFormErrors, useSubmit } from '../ui/use-form.ts'
import { NewPasswordFields, readPasswords } from './NewPasswordFields.tsx'

const client = browserClient()

/** Sets a new password with the token of the link, and leads to the sign-in page. */
export function ResetPasswordForm() {
  const [token] = useState(() => takeLinkToken('token'))
  const { isPending, message, submit } = useSubmit(settingsFailureText)
  useEffect(followLinks, [])
  const { errors, check, recheck } = useFormErrors((shown) =>
    formErrors(newPasswordFormSchema, readPasswords(shown)),
  )

  if (token === undefined) return <Alert>{linkMessages.incomplete}</Alert>

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const shown = event.currentTarget
    if (isPending || token === undefined || !check(shown)) return
    void submit(async () => {
      await resetPassword(client, { token, password: readPasswords(shown).password })
      carryToast({ title: settingsMessages.passwordSet })
      location.replace('/login')
      return 'leaving'
    })
  }

  return (
    <Form onSubmit={handleSubmit} onInput={recheck} className="grid gap-5">
      <NewPasswordFields errors={errors} />
      {message && (
        <>
          <Alert>{message}</Alert>
          <a
            href="/forgot-password"
            className={`${linkClasses} inline-flex min-h-target items-center text-sm`}
          >
            {t('Ask for a new link')}
          </a>
        </>
      )}
      <SubmitButton isPending={isPending} pendingText={t('Sending...')}>
        {t('Save the new password')}
      </SubmitButton>
    </Form>
  )
}
