import type { ReactNode } from 'react'

import type { Capability } from '@tanabana/contract/store-info.ts'

import { browserClient } from '../../lib/auth/browser-client.ts'
import { isUnauthorized } from '../../lib/api-client/errors.ts'
import { fetchAccount, signOut } from '../../lib/auth/account-actions.ts'
import { accountFailureText, sessionMessages } from '../../lib/auth/account-text.ts'
import { formatMonthFirst } from '../../lib/i18n/date-text.ts'
import { t } from '../../lib/i18n/translate.ts'
import { addErrorToast } from '../../lib/platform/toasts.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { Placeholder, useLoad } from '../ui/Loading.tsx'
import { useProtectedPage } from '../ui/page-hooks.ts'
import { useSubmit } from '../ui/use-form.ts'

const protectedClient = browserClient('protected')
const publicClient = browserClient()

interface Props {
  /**
   * True when the store can revoke a token at sign-out, which a plain store API can't.
   * docs/requirements.md#1113-signing-out-at-the-store-api
   */
  canRevoke: boolean
  capabilities?: readonly Capability[] | undefined
}

const SETTINGS: readonly Capability[] = ['account-settings', 'email-change', 'account-data']

/** The account page. docs/requirements.md#216-account */
export function AccountIsland({ canRevoke, capabilities = [] }: Props) {
  const isSignedIn = useProtectedPage()
  const { isPending, submit } = useSubmit(() => undefined)
  const { loaded } = useLoad(() => fetchAccount(protectedClient), sayFailure, isSignedIn)

  const { loaded: settings } = useLoad(
    () => import('./AccountSettings.tsx'),
    () => undefined,
    isSignedIn && SETTINGS.some((word) => capabilities.includes(word)),
  )

  if (!isSignedIn) return null

  const isLoading = loaded.status === 'loading'
  const account = loaded.status === 'ready' ? loaded.value : undefined
  const name = [account?.firstName, account?.lastName].filter(Boolean).join(' ')

  function handleSignOut(): void {
    void submit(async () => {
      // `publicClient`, because a 401 here must not lead to the sign-in page.
      if (!(await signOut(publicClient, canRevoke))) return
      location.assign('/')
      return 'leaving'
    })
  }

  return (
    <div className="grid max-w-prose gap-8">
      <section className={panelClasses} aria-label={t('Account details')} aria-busy={isLoading}>
        <dl className="grid gap-6">
          <Detail label={t('Name')} isLoading={isLoading}>
            {name || t('Name not available')}
          </Detail>
          <Detail label={t('Email')} isLoading={isLoading}>
            {account?.email || t('Email not available')}
          </Detail>
          <Detail label={t('Member since')} isLoading={isLoading}>
            {formatMonthFirst(account?.createdAt) ?? t('Date not available')}
          </Detail>
        </dl>
      </section>
      <div className="flex flex-col gap-3 md:flex-row">
        <a href="/orders" className={buttonClasses.primary}>
          {t('My Orders')}
        </a>
        <button
          type="button"
          onClick={handleSignOut}
          aria-disabled={isPending || undefined}
          className={`${buttonClasses.secondary} aria-disabled:cursor-progress aria-disabled:opacity-70`}
        >
          {t('Sign Out')}
        </button>
        <a href="/" className={buttonClasses.quiet}>
          {t('Return to Home')}
        </a>
      </div>
      {settings.status === 'ready' && (
        <settings.value.AccountSettings client={protectedClient} capabilities={capabilities} />
      )}
    </div>
  )
}

interface DetailProps {
  label: string
  isLoading: boolean
  children: ReactNode
}

function Detail({ label, isLoading, children }: DetailProps) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-lg">{isLoading ? <Placeholder className="h-7 w-2/3" /> : children}</dd>
    </div>
  )
}

/** Shows nothing for a rejected token: the page is navigating to sign-in. */
function sayFailure(error: unknown): void {
  if (isUnauthorized(error)) return
  addErrorToast({ title: sessionMessages.errorTitle, body: accountFailureText(error) })
}
