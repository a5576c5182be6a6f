import { type ReactNode, type SubmitEvent, useState } from 'react'
import type * as z from 'zod/mini'

import type { Capability } from '@tanabana/contract/store-info.ts'
import type { StoreClient } from '../../lib/api-client/client.ts'
import {
  changePassword,
  downloadAccountData,
  emailChangeFormSchema,
  erasureFormSchema,
  eraseAccount,
  passwordChangeFormSchema,
  requestEmailChange,
  settingsFailureText,
  settingsMessages,
  signOutEverywhere,
} from '../../lib/auth/account-settings.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { addToast } from '../../lib/platform/toasts.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { Field } from '../ui/Field.tsx'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { Alert } from '../ui/Loading.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { type FormErrors, formErrors, formText, useFormErrors, useSubmit } from '../ui/use-form.ts'
import { NewPasswordFields, readPasswords } from './NewPasswordFields.tsx'

interface Props {
  client: StoreClient
  capabilities: readonly Capability[]
}

/** What a shopper can change at the account, by the capabilities of the store. docs/requirements.md#1133-account-settings */
export function AccountSettings({ client, capabilities }: Props) {
  const has = (word: Capability) => capabilities.includes(word)
  return (
    <section className="grid gap-3" aria-labelledby="settings-title">
      <h2 id="settings-title" className="text-2xl">
        {t('Settings')}
      </h2>
      {has('account-settings') && <PasswordChange client={client} />}
      {has('email-change') && <EmailChange client={client} />}
      {has('account-settings') && (
        <Fold title={t('Sign out on all devices')}>
          <p>{t('This ends your session on each phone and computer, this one too.')}</p>
          <ActionButton
            label={t('Sign out on all devices')}
            action={async () => {
              if (!(await signOutEverywhere(client))) return
              location.assign('/')
              return 'leaving'
            }}
          />
        </Fold>
      )}
      {has('account-data') && (
        <>
          <Fold title={t('Download your data')}>
            <p>
              {t('Everything that we hold about you, as a file: account, addresses, orders and payments.')}
            </p>
            <ActionButton
              label={t('Download your data')}
              action={async () => save(await downloadAccountData(client))}
            />
          </Fold>
          <Erasure client={client} />
        </>
      )}
    </section>
  )
}

function PasswordChange({ client }: { client: StoreClient }) {
  return (
    <Fold title={t('Change your password')}>
      <SettingsForm
        schema={passwordChangeFormSchema}
        read={readPasswords}
        button={t('Save the new password')}
        action={async ({ currentPassword, password }, form) => {
          await changePassword(client, { currentPassword, password })
          form.reset()
          addToast({ title: settingsMessages.passwordChanged })
        }}
      >
        {(errors) => (
          <>
            <CurrentPassword name="currentPassword" error={errors.currentPassword} />
            <NewPasswordFields errors={errors} />
          </>
        )}
      </SettingsForm>
    </Fold>
  )
}

function EmailChange({ client }: { client: StoreClient }) {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <Fold title={t('Change your email')}>
      <SettingsForm
        schema={emailChangeFormSchema}
        read={readEmailChange}
        button={t('Send the link')}
        action={async (change, form) => {
          await requestEmailChange(client, change)
          form.reset()
          setSentTo(change.email)
        }}
      >
        {(errors) => (
          <>
            <Field
              label={t('New email')}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              enterKeyHint="next"
              error={errors.email}
            />
            <CurrentPassword name="password" error={errors.password} />
          </>
        )}
      </SettingsForm>
      <p role="status" className={sentTo === undefined ? 'sr-only' : 'rounded bg-sunken px-4 py-3 text-sm'}>
        {sentTo !== undefined &&
          fill(
            t(
              'Please open the link that we have sent to {email}. Until then you sign in with your old address.',
            ),
            { email: sentTo },
          )}
      </p>
    </Fold>
  )
}

function Erasure({ client }: { client: StoreClient }) {
  return (
    <Fold title={t('Delete your account')}>
      <p>
        {t(
          'This deletes your name, email, addresses and password for good. Orders and payments stay in our books, without your name and contact. Download your data first if you want to keep it.',
        )}
      </p>
      <SettingsForm
        schema={erasureFormSchema}
        read={(form) => ({ password: formText(new FormData(form), 'password') })}
        button={t('Delete the account for good')}
        action={async ({ password }) => {
          if (!(await eraseAccount(client, password))) return
          location.assign('/')
          return 'leaving'
        }}
      >
        {(errors) => <CurrentPassword name="password" error={errors.password} />}
      </SettingsForm>
    </Fold>
  )
}

function CurrentPassword({ name, error }: { name: string; error: string | undefined }) {
  return (
    <PasswordField
      label={t('Current password')}
      name={name}
      autoComplete="current-password"
      enterKeyHint="next"
      error={error}
    />
  )
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={panelClasses}>
      <summary className="min-h-target cursor-pointer py-2.5 font-semibold">{title}</summary>
      <div className="mt-4 grid gap-5">{children}</div>
    </details>
  )
}

interface SettingsFormProps<T> {
  schema: z.ZodMiniType
  read: (form: HTMLFormElement) => T
  button: string
  action: (values: T, form: HTMLFormElement) => Promise<unknown>
  children: (errors: FormErrors) => ReactNode
}

function SettingsForm<T>({ schema, read, button, action, children }: SettingsFormProps<T>) {
  const { isPending, message, submit } = useSubmit(settingsFailureText)
  const { errors, check, recheck } = useFormErrors((shown) => formErrors(schema, read(shown)))

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const shown = event.currentTarget
    if (isPending || !check(shown)) return
    void submit(() => action(read(shown), shown))
  }

  return (
    <Form onSubmit={handleSubmit} onInput={recheck} className="grid gap-5">
      {children(errors)}
      {message && <Alert>{message}</Alert>}
      <SubmitButton isPending={isPending} pendingText={t('Sending...')}>
        {button}
      </SubmitButton>
    </Form>
  )
}

function ActionButton({ label, action }: { label: string; action: () => Promise<unknown> }) {
  const { isPending, message, submit } = useSubmit(settingsFailureText)
  return (
    <>
      {message && <Alert>{message}</Alert>}
      <button
        type="button"
        onClick={() => void submit(action)}
        aria-disabled={isPending || undefined}
        className={`${buttonClasses.secondary} aria-disabled:cursor-progress aria-disabled:opacity-70`}
      >
        {label}
      </button>
    </>
  )
}

function readEmailChange(form: HTMLFormElement) {
  const data = new FormData(form)
  return { email: formText(data, 'email').trim(), password: formText(data, 'password') }
}

/** Saves a file as a download of the browser. */
function save(file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: 'my-data.json' })
  link.click()
  URL.revokeObjectURL(url)
}
