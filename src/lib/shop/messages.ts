/** Messages about the shop on every page. */
export const storeMessages = {
  loadFailed: 'Failed to load store information. Please refresh the page.',
}

/** Messages of pages without store info. */
export const storeRecordMessages = {
  errorState: 'Failed to load store information',
  errorOccurred: 'An error occurred while loading store information',
  fallbackName: 'Fashion Store',
}

/** Titles of the six policy pages. */
export const policyTitles = {
  terms: 'Terms & Conditions',
  privacy: 'Privacy Policy',
  refund: 'Refund and Cancellation',
  return: 'Return Policy',
  shipping: 'Shipping Policy',
  about: 'About Us',
}
