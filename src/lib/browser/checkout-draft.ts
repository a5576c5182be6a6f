import { parseAddress } from '../domain/checkout.ts'
import type { ShippingAddress } from '../schemas/requests.ts'
import { dropCheckoutDraft } from './drop-checkout-draft.ts'
import { CHECKOUT_DRAFT_KEY } from './keys.ts'
import { isOwnSession } from './protected-page.ts'
import { readSessionId } from './session-id.ts'
import { keepStored, readStored } from './stored.ts'

interface Draft {
  /** Whose address it is, as `readSessionId` names them. */
  owner: string | undefined
  address: ShippingAddress
}

/**
 * What this account typed into the checkout before this tab was reloaded or sent to sign in; empty when it typed
 * nothing. The draft of another account is dropped.
 */
export function readCheckoutDraft(): ShippingAddress {
  const { owner, address } = readDraft() ?? {}
  if (owner === readSessionId()) return parseAddress(JSON.stringify(address ?? {}))
  dropCheckoutDraft()
  return parseAddress(null)
}

/** Keeps nothing once the page's session is over: the next one is not the owner of what this form holds. */
export function keepCheckoutDraft(address: ShippingAddress): void {
  if (!isOwnSession()) return
  const draft: Draft = { owner: readSessionId(), address }
  keepStored(CHECKOUT_DRAFT_KEY, draft, 'sessionStorage')
}

function readDraft(): Partial<Draft> | undefined {
  try {
    const stored = readStored(CHECKOUT_DRAFT_KEY, 'sessionStorage')
    return (JSON.parse(stored ?? 'null') as Partial<Draft> | null) ?? undefined
  } catch {
    return undefined
  }
}
