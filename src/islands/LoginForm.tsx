import type { SubmitEvent } from 'react'

import { formErrors } from '../lib/domain/form-errors.ts'
import { safeReturnPath } from '../lib/domain/return-path.ts'
import { t } from '../lib/messages/translate.ts'
import { loginFormSchema, type LoginForm as Form } from '../lib/schemas/forms.ts'
import { signIn } from '../lib/stores/account-actions.ts'
import { linkClasses } from '../styles/classes.ts'
import { Field } from './ui/Field.tsx'
import { PasswordField } from './ui/PasswordField.tsx'
import { SubmitButton } from './ui/SubmitButton.tsx'
import { useFormErrors } from './ui/use-form-errors.ts'
import { useStoreClient } from './ui/use-store-client.ts'
import { useSubmit } from './ui/use-submit.ts'

interface Props {
  /** Where to go after sign-in, as the page's query has it: unchecked. */
  from: string | undefined
}

/** §2 /login. A failed sign-in is said by its toast alone (§8). */
export function LoginForm({ from }: Props) {
  const client = useStoreClient()
  const { isPending, submit } = useSubmit(() => undefined)
  const { errors, check, recheck } = useFormErrors((form) => formErrors(loginFormSchema, read(form)))

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    if (isPending || !check(form)) return
    void submit(async () => {
      await signIn(client, read(form), () => location.replace(safeReturnPath(from)))
      return 'leaving'
    })
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit} onInput={recheck} className="grid gap-5">
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
          <input type="checkbox" name="rememberMe" className="size-5 accent-accent" />
          {t('Remember me')}
        </label>
        <a href="/forgot-password" className={`${linkClasses} inline-flex min-h-target items-center text-sm`}>
          {t('Forgot password?')}
        </a>
      </div>
      <SubmitButton isPending={isPending} pendingText={t('Signing in...')}>
        {t('Sign in')}
      </SubmitButton>
    </form>
  )
}

function read(form: HTMLFormElement): Form {
  const data = new FormData(form)
  return {
    email: String(data.get('email')).trim(),
    password: String(data.get('password')),
    rememberMe: data.has('rememberMe'),
  }
}
