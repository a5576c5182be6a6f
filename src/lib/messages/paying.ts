/** Messages of the payment form. */
export const payingMessages = {
  processFailed: 'Failed to process payment. Please try again later.',
  unknownError: 'Unknown error occurred during payment process',
  initiated: { title: 'Payment initiated', body: 'Your payment is being processed' },
  invalid: { title: 'Validation Error', body: 'Please correct the errors in the form' },
  required: 'This field is required',
  invalidEmail: 'Please enter a valid email address',
  tooShort: 'Please enter at least {minimum} characters',
  tooLong: 'Please enter no more than {maximum} characters',
  wrongFormat: 'Please check the format',
}
