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
