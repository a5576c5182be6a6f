import { CHECKOUT_DRAFT_KEY } from './keys.ts'
import { keepStored } from './stored.ts'

/** Forgets what was typed into the checkout. Apart from reading it, because signing out needs no more. */
export function dropCheckoutDraft(): void {
  keepStored(CHECKOUT_DRAFT_KEY, undefined, 'sessionStorage')
}
