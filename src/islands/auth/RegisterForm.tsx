import { type InputEvent, type SubmitEvent, useRef } from 'react'

import { browserClient } from '../../lib/auth/browser-client.ts'
import {
  passesSimpleEmailCheck,
  type RegisterForm as Registration,
  registerFormSchema,
  signUp,
} from '../../lib/auth/account-actions.ts'
import { sessionMessages } from '../../lib/auth/account-text.ts'
import { loginPath, safeReturnPath } from '../../lib/auth/return-path.ts'
import { t } from '../../lib/i18n/translate.ts'
import { linkClasses } from '../../styles/classes.ts'
import { Field } from '../ui/Field.tsx'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { Alert } from '../ui/Loading.tsx'
import { formErrors, formText, useFormErrors, useSubmit } from '../ui/use-form.ts'
import { saveEmailForNextPage, useCarriedEmail } from './carried-email.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { useRegistrationDraft } from './use-registration-draft.ts'

const client = browserClient()

interface Props {
  /** Path that the shopper wanted before registering, unchecked from the page's query. */
  from: string | undefined
}

/**
 * Creates an account without signing in. Then opens `/`, or with `from` the sign-in page, which has the e-mail filled
 * in and continues to `from`. The next page says that the shopper can log in now.
 */
export function RegisterForm({ from }: Props) {
  const target = safeReturnPath(from)
  const form = useRef<HTMLFormElement>(null)
  const { isPending, message, submit } = useSubmit(() => sessionMessages.registrationScreen)
  const { errors, check, recheck } = useFormErrors((shown) => formErrors(registerFormSchema, read(shown)))
  const saveDraft = useRegistrationDraft(form)
  useCarriedEmail(form)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isPending) return
    const isValid = check(event.currentTarget)
    const registration = read(event.currentTarget)
    const { email } = registration
    // An empty field has its own message; any other value must pass a second check.
    // docs/requirements.md#52-registration-form
    if (email && !passesSimpleEmailCheck(email)) return
    if (!isValid) return
    void submit(async () => {
      await signUp(client, registration, () => {
        if (target === '/') return location.assign('/')
        saveEmailForNextPage(email)
        location.assign(loginPath(target))
      })
      return 'leaving'
    })
  }

  /** Opens the sign-in page with the typed e-mail. */
  const loginLink = (
    <a
      href={loginPath(target)}
      onClick={() => form.current && saveEmailForNextPage(read(form.current).email)}
      className={`${linkClasses} inline-flex min-h-target items-center px-1`}
    >
      {t('Login')}
    </a>
  )

  function handleInput(event: InputEvent<HTMLFormElement>): void {
    recheck(event)
    saveDraft()
  }

  return (
    <>
      <Form ref={form} onSubmit={handleSubmit} onInput={handleInput} className="grid gap-5">
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
        <NewPasswordFields errors={errors} label={t('Password')} />
        {message && (
          <>
            <Alert>{message}</Alert>
            <p className="text-sm">
              {t('Does this email already have an account?')} {loginLink}
            </p>
          </>
        )}
        <SubmitButton isPending={isPending} pendingText={t('Creating account...')}>
          {t('Create account')}
        </SubmitButton>
      </Form>
      <p className="mt-6 border-t border-line pt-5 text-center text-sm">
        {t('Already have an account?')} {loginLink}
      </p>
    </>
  )
}

function read(form: HTMLFormElement): Registration {
  const data = new FormData(form)
  const text = (name: keyof Registration) => formText(data, name)
  return {
    firstName: text('firstName').trim(),
    lastName: text('lastName').trim(),
    email: text('email').trim(),
    password: text('password'),
    confirmPassword: text('confirmPassword'),
  }
}
