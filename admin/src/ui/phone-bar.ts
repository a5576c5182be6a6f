/** Height of the bar of main screens on a phone. */
export const PHONE_BAR = 'calc(60px + env(safe-area-inset-bottom))'
