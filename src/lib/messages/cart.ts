/** What any page may say about the cart. */
export const cartMessages = {
  added: { title: 'Added to cart' },
  updated: { title: 'Cart updated' },
  /** Not in the spec: the browser's storage is full or switched off. */
  notKept: { title: 'Cart not saved', body: 'Free some browser storage and try again.' },
}
