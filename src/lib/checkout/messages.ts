import type { LimitExceeded } from '@tanabana/contract/order.ts'

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
  phoneUnusual: 'A phone number in India has 10 digits. Please check it.',
  phoneNeeded: 'Enter a phone number of 10 digits',
  addressNotRemoved: { title: 'Address not removed', body: 'Please try again later.' },
  orderFailed: 'Failed to create order',
  /** The earlier order's response was lost, and the cart has changed since. */
  earlierOrder: {
    title: 'Your earlier order was placed',
    body: 'Find it in My Orders before you order again.',
  },
  /** The account would hold too much without having paid. docs/requirements.md#123-accounts-and-orders */
  limits: {
    orders: 'You have too many unpaid orders. Pay for one or cancel it in My Orders, then order again.',
    pieces: 'An order may have at most {max} pieces. Please lower the quantities.',
    openPieces:
      'Your unpaid orders have {open} of at most {max} pieces. Pay for one or cancel it in My Orders, or lower the quantities.',
  },
  orderError: { title: 'Error placing order', body: 'Please try again later.' },
}

/** The message of an order that exceeds a limit of unpaid orders; the limit's numbers fill its places. */
export function limitMessage({ limit, open }: LimitExceeded): string {
  const { orders, pieces, openPieces } = checkoutMessages.limits
  if (limit === 'orders') return orders
  return open === 0 ? pieces : openPieces
}
