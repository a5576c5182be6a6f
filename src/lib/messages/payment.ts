export const paymentMessages = {
  formFailed: 'Failed to load payment form. Please try again later.',
  processFailed: 'Failed to process payment. Please try again later.',
  orderMissing: 'Order ID is missing. Please return to checkout.',
  unknownError: 'Unknown error occurred during payment process',
  initiated: { title: 'Payment initiated', body: 'Your payment is being processed' },
  invalid: { title: 'Validation Error', body: 'Please correct the errors in the form' },
  required: 'This field is required',
  invalidEmail: 'Please enter a valid email address',
}
