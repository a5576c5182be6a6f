export const trackingMessages = {
  required: { title: 'Required fields', body: 'Please enter both order number and email/phone' },
  notFoundOrDenied: 'Order not found or access denied',
  failed: { title: 'Error', body: 'Failed to find order. Please check your information and try again.' },
  emailHint: 'Using your account email by default',
}
