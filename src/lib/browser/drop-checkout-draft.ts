import { CHECKOUT_DRAFT_KEY } from '../constants.ts'
import { keepSession } from './session.ts'

/** Forgets what was typed into the checkout. Apart from reading it, because signing out needs no more. */
export function dropCheckoutDraft(): void {
  keepSession(CHECKOUT_DRAFT_KEY)
}
