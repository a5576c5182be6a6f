import { CHECKOUT_DRAFT_KEY } from '../constants.ts'

/** Forgets what was typed into the checkout. Apart from reading it, because signing out needs no more. */
export function dropCheckoutDraft(): void {
  try {
    sessionStorage.removeItem(CHECKOUT_DRAFT_KEY)
  } catch {
    // A browser without storage has none.
  }
}
