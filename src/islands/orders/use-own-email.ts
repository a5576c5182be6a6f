import {
  createElement,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import { endedSessionMessages } from '../../lib/auth/ended-session-messages.ts'
import { checkSession, watchSession } from '../../lib/auth/session-store.ts'
import { readSessionId } from '../../lib/auth/session.ts'
import { t } from '../../lib/i18n/translate.ts'
import { trackingMessages } from '../../lib/orders/messages.ts'
import { addToast } from '../../lib/platform/toasts.ts'

interface OwnEmail {
  /** Ref of the input to fill. */
  contact: RefObject<HTMLInputElement | null>
  hint: ReactNode
}

/**
 * Fills an empty contact field with the account's e-mail. When the session changes in another tab, clears it, shows a
 * toast and calls `onLost`.
 */
export function useOwnEmail(client: StoreClient, onLost: () => void): OwnEmail {
  const contact = useRef<HTMLInputElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const lose = useEffectEvent(onLost)

  useEffect(() => {
    let owner: string | undefined
    let filled = ''

    async function fill(): Promise<void> {
      const requestedBy = (owner = readSessionId())
      if (!requestedBy) return
      const email = await ownEmail(client).catch(() => '')
      if (owner !== requestedBy) return
      if (readSessionId() !== requestedBy) {
        owner = undefined
        return
      }
      setFailed(!email)
      if (contact.current?.value === '') contact.current.value = filled = email
    }

    function check(): void {
      checkSession()
      const before = owner
      const now = readSessionId()
      if (now === before) return
      if (before !== undefined) {
        if (contact.current?.value === filled) contact.current.value = ''
        lose()
        addToast(
          now === undefined ? endedSessionMessages.detailsRemoved : endedSessionMessages.accountChanged,
        )
      }
      void fill()
    }

    checkSession()
    void fill()
    return watchSession(check)
  }, [client])

  const hint = createElement('span', { 'data-when': 'signed-in' }, t(trackingMessages.emailHint))
  return { contact, hint: hasFailed ? undefined : hint }
}

/** Loads the account code for signed-in shoppers only. */
async function ownEmail(client: StoreClient): Promise<string> {
  const { fetchAccount } = await import('../../lib/auth/account-actions.ts')
  return (await fetchAccount(client)).email
}
