export const checkoutMessages = {
  cartEmpty: { title: 'Cart is empty', body: 'Please add items to your cart before checkout.' },
  fieldsMissing: { title: 'Please fill all fields', body: 'All shipping information fields are required.' },
  /** Shown under a blank field; a toast says that all fields are required. */
  missing: {
    fullName: 'Enter your full name',
    address: 'Enter your address',
    city: 'Enter your city',
    state: 'Enter your state',
    postalCode: 'Enter your PIN code',
    phone: 'Enter your phone number',
  },
  pincodeUnusual: 'A PIN code in India has 6 digits. Please check it.',
  phoneUnusual: 'A phone number in India has 10 digits. Please check it.',
  addressNotRemoved: { title: 'Address not removed', body: 'Please try again later.' },
  orderFailed: 'Failed to create order',
  totalChanged: {
    title: 'The total has changed',
    body: "It's now {total}. Press Create Order to order at this price.",
  },
  cartChanged: { title: 'Your cart has changed', body: 'Check it, then press Create Order.' },
  /** The earlier order's response was lost, and the cart has changed since. */
  earlierOrder: {
    title: 'Your earlier order was placed',
    body: 'Find it in My Orders before you order again.',
  },
  orderError: { title: 'Error placing order', body: 'Please try again later.' },
}
