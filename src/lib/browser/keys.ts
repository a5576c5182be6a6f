/** Storage keys that few pages use; `lib/constants.ts` ships with every page. */
export const ATTRIBUTION_KEY = 'attribution'
export const CARRIED_EMAIL_KEY = 'carried-email'
export const CHECKOUT_DRAFT_KEY = 'checkout'
export const CONSENT_KEY = 'consent'
export const BOUGHT_KEY = 'bought'
export const CARRIED_TOAST_KEY = 'carried-toast'
