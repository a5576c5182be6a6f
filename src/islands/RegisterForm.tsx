import type { SubmitEvent } from 'react'

import { formErrors } from '../lib/domain/form-errors.ts'
import { sessionMessages } from '../lib/messages/session.ts'
import { t } from '../lib/messages/translate.ts'
import { registerFormSchema, type RegisterForm as Form } from '../lib/schemas/forms.ts'
import { passesSimpleEmailCheck, signUp } from '../lib/stores/account-actions.ts'
import { Alert } from './ui/Alert.tsx'
import { Field } from './ui/Field.tsx'
import { PasswordField } from './ui/PasswordField.tsx'
import { SubmitButton } from './ui/SubmitButton.tsx'
import { useFormErrors } from './ui/use-form-errors.ts'
import { useStoreClient } from './ui/use-store-client.ts'
import { useSubmit } from './ui/use-submit.ts'

/** §2 /register. Signs nobody in: the next page says that one can log in now. */
export function RegisterForm() {
  const client = useStoreClient()
  const { isPending, message, submit } = useSubmit(() => sessionMessages.registrationScreen)
  const { errors, check, recheck } = useFormErrors((form) => formErrors(registerFormSchema, read(form)))

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    if (isPending) return
    const isValid = check(form)
    const { email } = read(form)
    // An empty field has its sentence; anything typed also goes through the second check of §5.
    if (email && !passesSimpleEmailCheck(email)) return
    if (!isValid) return
    void submit(async () => {
      await signUp(client, read(form), () => location.assign('/'))
      return 'leaving'
    })
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit} onInput={recheck} className="grid gap-5">
      <div className="grid gap-5 md:grid-cols-2">
        <Field
          label={t('First name')}
          name="firstName"
          autoComplete="given-name"
          autoCapitalize="words"
          enterKeyHint="next"
          error={errors.firstName}
        />
        <Field
          label={t('Last name')}
          name="lastName"
          autoComplete="family-name"
          autoCapitalize="words"
          enterKeyHint="next"
          error={errors.lastName}
        />
      </div>
      <Field
        label={t('Email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="next"
        hint={t('We recommend a common email provider such as Gmail, Outlook or Yahoo.')}
        error={errors.email}
      />
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete="new-password"
        enterKeyHint="next"
        hint={errors.password ? undefined : t('At least 6 characters.')}
        error={errors.password}
      />
      <PasswordField
        label={t('Confirm password')}
        name="confirmPassword"
        autoComplete="new-password"
        enterKeyHint="go"
        error={errors.confirmPassword}
      />
      {message && <Alert>{message}</Alert>}
      <SubmitButton isPending={isPending} pendingText={t('Creating account...')}>
        {t('Create account')}
      </SubmitButton>
    </form>
  )
}

function read(form: HTMLFormElement): Form {
  const data = new FormData(form)
  const text = (name: keyof Form) => String(data.get(name))
  return {
    firstName: text('firstName').trim(),
    lastName: text('lastName').trim(),
    email: text('email').trim(),
    password: text('password'),
    confirmPassword: text('confirmPassword'),
  }
}
