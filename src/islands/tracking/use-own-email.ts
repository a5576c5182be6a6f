import { createElement, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

import { trackingMessages } from '../../lib/messages/tracking.ts'
import { t } from '../../lib/messages/translate.ts'
import type { StoreClient } from '../../lib/store-api/client.ts'
import { $session, checkSession } from '../../lib/stores/session.ts'

interface OwnEmail {
  /** Put on the input that gets the e-mail. */
  contact: RefObject<HTMLInputElement | null>
  hint: ReactNode
}

/**
 * Fills an empty contact field with the signed-in shopper's e-mail; without an answer it stays empty, and nothing is
 * said: the shopper types it. §2 Track order
 *
 * The hint stands in the server's HTML, shown to the signed-in alone by CSS, so that nothing moves when the e-mail comes.
 */
export function useOwnEmail(client: StoreClient): OwnEmail {
  const contact = useRef<HTMLInputElement>(null)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    checkSession()
    if ($session.get() !== 'signed-in') return
    ownEmail(client).then(
      (email) => {
        if (!email) return setFailed(true)
        if (contact.current?.value === '') contact.current.value = email
      },
      () => setFailed(true),
    )
  }, [client])

  const hint = createElement('span', { 'data-when': 'signed-in' }, t(trackingMessages.emailHint))
  return { contact, hint: hasFailed ? undefined : hint }
}

/** Guests, who have none, load nothing of it. */
async function ownEmail(client: StoreClient): Promise<string> {
  const { fetchAccount } = await import('../../lib/store-api/account.ts')
  return (await fetchAccount(client)).email
}
