/** Cart messages of every page. */
export const cartMessages = {
  added: { title: 'Added to cart' },
  updated: { title: 'Cart updated' },
  /** Beyond the specification: the browser's storage is full or disabled. */
  notKept: { title: 'Cart not saved', body: 'Free some browser storage and try again.' },
}
