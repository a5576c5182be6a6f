/** Titles of the six policy pages. */
export const policyTitles = {
  terms: 'Terms & Conditions',
  privacy: 'Privacy Policy',
  refund: 'Refund and Cancellation',
  return: 'Return Policy',
  shipping: 'Shipping Policy',
  about: 'About Us',
}
