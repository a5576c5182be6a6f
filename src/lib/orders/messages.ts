export const ordersMessages = {
  method: 'Standard Shipping',
  notAvailable: 'Not available',
  empty: 'No Orders Found',
  loadFailed: { title: 'Error', body: 'Failed to load your orders. Please try again.' },
}

export const orderStatusMessages = {
  unknownNumber: 'Unknown ({code})',
  invalid: 'Invalid order status code',
}

/** Status names by code. */
export const orderStatusNames = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  unknown: 'Unknown',
}

export const trackingMessages = {
  required: { title: 'Required fields', body: 'Please enter both order number and email/phone' },
  notFoundOrDenied: 'Order not found or access denied',
  failed: { title: 'Error', body: 'Failed to find order. Please check your information and try again.' },
  emailHint: 'Using your account email by default',
}

/** What happens after the payment, on the order-success page. */
export const nextStepMessages = {
  unconfirmed:
    "Your payment isn't confirmed yet. As soon as it is, the status of this order changes to Processing.",
  packing: 'The shop packs your order. My Orders shows each step.',
  delivery: 'The parcel comes to the address above.',
  deliveryDays: 'The parcel comes to the address above within {days} days.',
  returnDays: "If something doesn't fit, you can return it within {days} days of delivery.",
}
