import { t } from '../../lib/i18n/translate.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { type FormErrors, formText } from '../ui/use-form.ts'

/** A new password, twice. */
export function NewPasswordFields({
  errors,
  label = t('New password'),
}: {
  errors: FormErrors
  label?: string
}) {
  return (
    <>
      <PasswordField
        label={label}
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
    </>
  )
}

/** Reads the passwords of a form; empty where the form has no such field. */
export function readPasswords(form: HTMLFormElement) {
  const data = new FormData(form)
  const text = (name: string) => formText(data, name)
  return {
    currentPassword: text('currentPassword'),
    password: text('password'),
    confirmPassword: text('confirmPassword'),
  }
}
