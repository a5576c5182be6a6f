/** Messages about the shop on every page. */
export const storeMessages = {
  loadFailed: 'Failed to load store information. Please refresh the page.',
}

export const contactMessages = {
  sent: { title: 'Message Sent', body: "Thank you for contacting us. We'll get back to you shortly." },
}

export const newsletterMessages = {
  subscribed: { title: 'Subscribed!', body: 'Thank you for subscribing to our newsletter.' },
}

export const apiTestMessages = {
  failed: 'Connection failed. Check console for details.',
  unexpected: 'Unexpected error: {message}',
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
