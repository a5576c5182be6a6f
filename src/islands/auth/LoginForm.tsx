import { type SubmitEvent, useRef } from 'react'

import { browserClient } from '../../lib/auth/browser-client.ts'
import { type LoginForm as LoginValues, loginFormSchema, signIn } from '../../lib/auth/account-actions.ts'
import { registerPath, safeReturnPath } from '../../lib/auth/return-path.ts'
import { t } from '../../lib/i18n/translate.ts'
import { linkClasses } from '../../styles/classes.ts'
import { Field } from '../ui/Field.tsx'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { formErrors, formText, useFormErrors, useSubmit } from '../ui/use-form.ts'
import { saveEmailForNextPage, useCarriedEmail } from './carried-email.ts'

const client = browserClient()

interface Props {
  /** Path to open after sign-in, unchecked from the page's query. */
  from: string | undefined
}

/** Signs in and opens `from`. Shows failures as toasts only. */
export function LoginForm({ from }: Props) {
  const target = safeReturnPath(from)
  const form = useRef<HTMLFormElement>(null)
  const { isPending, submit } = useSubmit(() => undefined)
  const { errors, check, recheck } = useFormErrors((shown) => formErrors(loginFormSchema, read(shown)))
  useCarriedEmail(form)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const shown = event.currentTarget
    if (isPending || !check(shown)) return
    void submit(async () => {
      await signIn(client, read(shown), () => location.replace(target))
      return 'leaving'
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
          enterKeyHint="next"
          error={errors.email}
        />
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          error={errors.password}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <label className="flex min-h-target cursor-pointer items-center gap-3 text-sm">
            <input type="checkbox" name="rememberMe" defaultChecked className="size-5" />
            {t('Remember me')}
          </label>
          <a
            href="/forgot-password"
            className={`${linkClasses} inline-flex min-h-target items-center text-sm`}
          >
            {t('Forgot password?')}
          </a>
        </div>
        <SubmitButton isPending={isPending} pendingText={t('Signing in...')}>
          {t('Sign in')}
        </SubmitButton>
      </Form>
      <p className="mt-6 border-t border-line pt-5 text-center text-sm">
        {t('No account yet?')}{' '}
        <a
          href={registerPath(target)}
          onClick={() => form.current && saveEmailForNextPage(read(form.current).email)}
          className={`${linkClasses} inline-flex min-h-target items-center px-1`}
        >
          {t('Create an account')}
        </a>
      </p>
    </>
  )
}

function read(form: HTMLFormElement): LoginValues {
  const data = new FormData(form)
  return {
    email: formText(data, 'email').trim(),
    password: formText(data, 'password'),
    rememberMe: data.has('rememberMe'),
  }
}
