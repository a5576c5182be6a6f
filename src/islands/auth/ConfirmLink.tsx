import { useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { settingsFailureText } from '../../lib/auth/account-settings.ts'
import { browserClient } from '../../lib/auth/browser-client.ts'
import { linkMessages } from '../../lib/auth/link-messages.ts'
import { followLinks, type LinkName, takeLinkToken } from '../../lib/auth/link-token.ts'
import { t } from '../../lib/i18n/translate.ts'
import { buttonClasses } from '../../styles/classes.ts'
import { Alert } from '../ui/Loading.tsx'
import { useSubmit } from '../ui/use-form.ts'

const client = browserClient()

interface Purpose {
  name: LinkName
  path: (token: string) => string
  question: string
  button: string
  done: string
}

/** Links of e-mails. A button sends the token: programs that check e-mails open links by themselves. */
const PURPOSES: Record<'email' | 'newsletter', readonly Purpose[]> = {
  email: [
    {
      name: 'token',
      path: () => '/account/email/confirmation',
      question: linkMessages.emailQuestion,
      button: linkMessages.emailButton,
      done: linkMessages.emailDone,
    },
  ],
  newsletter: [
    {
      name: 'confirm',
      path: () => '/newsletter/confirmation',
      question: linkMessages.newsletterQuestion,
      button: linkMessages.newsletterButton,
      done: linkMessages.newsletterDone,
    },
    {
      name: 'unsubscribe',
      path: (token) => `/newsletter/unsubscription?token=${encodeURIComponent(token)}`,
      question: linkMessages.endQuestion,
      button: linkMessages.endButton,
      done: linkMessages.endDone,
    },
  ],
}

/** Does what the link of an e-mail is for, after one press. */
export function ConfirmLink({ purpose }: { purpose: keyof typeof PURPOSES }) {
  const [found] = useState(() => findPurpose(PURPOSES[purpose]))
  const [isDone, setDone] = useState(false)
  const { isPending, message, submit } = useSubmit(settingsFailureText)
  useEffect(followLinks, [])

  if (!found) return <Alert>{linkMessages.incomplete}</Alert>
  const { token, question, button, done, path } = found

  function handleClick(): void {
    void submit(async () => {
      await client.post(path(token), z.unknown(), { token })
      setDone(true)
    })
  }

  return (
    <div className="grid gap-5">
      <p role="status">{isDone ? t(done) : t(question)}</p>
      {message && <Alert>{message}</Alert>}
      {isDone ? (
        <a href="/" className={buttonClasses.secondary}>
          {t('Return to Home')}
        </a>
      ) : (
        <button
          type="button"
          onClick={handleClick}
          aria-disabled={isPending || undefined}
          className={`${buttonClasses.primary} aria-disabled:cursor-progress aria-disabled:opacity-70`}
        >
          {isPending ? t('Sending...') : t(button)}
        </button>
      )}
    </div>
  )
}

function findPurpose(purposes: readonly Purpose[]): (Purpose & { token: string }) | undefined {
  for (const purpose of purposes) {
    const token = takeLinkToken(purpose.name)
    if (token !== undefined) return { ...purpose, token }
  }
  return undefined
}
