/** Storage keys of what few pages keep. Beside lib/constants.ts, which every page carries. design §7 */
export const ATTRIBUTION_KEY = 'attribution'
export const CARRIED_EMAIL_KEY = 'carried-email'
export const CHECKOUT_DRAFT_KEY = 'checkout'
export const CONSENT_KEY = 'consent'
export const BOUGHT_KEY = 'bought'
