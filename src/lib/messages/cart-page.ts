export const cartPageMessages = {
  empty: 'Your cart is empty',
  removed: { title: 'Removed from cart' },
  cleared: { title: 'Cart cleared', body: 'All items have been removed from your cart.' },
  loginRequired: { title: 'Login Required', body: 'Please login to proceed with checkout' },
}
