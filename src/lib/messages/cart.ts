export const cartMessages = {
  empty: 'Your cart is empty',
  added: { title: 'Added to cart' },
  updated: { title: 'Cart updated' },
  removed: { title: 'Removed from cart' },
  cleared: { title: 'Cart cleared', body: 'All items have been removed from your cart.' },
  /** Not in the spec: the browser's storage is full or switched off. */
  notKept: { title: 'Cart not saved', body: 'Free some storage of your browser and try again.' },
  loginRequired: { title: 'Login Required', body: 'Please login to proceed with checkout' },
}
