import { fill } from './fill.ts'
import { t } from './translate.ts'

/** What the payment form says. */
export const payingMessages = {
  processFailed: 'Failed to process payment. Please try again later.',
  unknownError: 'Unknown error occurred during payment process',
  initiated: { title: 'Payment initiated', body: 'Your payment is being processed' },
  invalid: { title: 'Validation Error', body: 'Please correct the errors in the form' },
  required: 'This field is required',
  invalidEmail: 'Please enter a valid email address',
  tooShort: (minimum: number) => fill(t('Please enter at least {minimum} characters'), { minimum }),
  tooLong: (maximum: number) => fill(t('Please enter no more than {maximum} characters'), { maximum }),
  wrongFormat: 'Please check the format',
}
