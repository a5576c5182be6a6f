import { fill } from './fill.ts'
import { t } from './translate.ts'

export const paymentMessages = {
  formFailed: 'Failed to load payment form. Please try again later.',
  processFailed: 'Failed to process payment. Please try again later.',
  orderMissing: 'Order ID is missing. Please return to checkout.',
  unknownError: 'Unknown error occurred during payment process',
  initiated: { title: 'Payment initiated', body: 'Your payment is being processed' },
  invalid: { title: 'Validation Error', body: 'Please correct the errors in the form' },
  required: 'This field is required',
  invalidEmail: 'Please enter a valid email address',
  tooShort: (minimum: number) => fill(t('Please enter at least {minimum} characters'), { minimum }),
  tooLong: (maximum: number) => fill(t('Please enter no more than {maximum} characters'), { maximum }),
  wrongFormat: 'Please check the format',
  /** What became of a payment whose gateway sent the shopper back. */
  results: {
    declined: 'The payment was declined and nothing was charged. Try again, or choose another way to pay.',
    pending:
      'The payment is not confirmed yet. It may take a few minutes: look at your orders before you pay again.',
    refund: 'This payment came after the order was settled. What was charged is paid back to you.',
  },
  /** Beside a QR code, while the order is watched. */
  watch: {
    watching: 'Waiting for your payment. This page moves on by itself once it has arrived.',
    asked: 'Thank you. Your bank may take a minute to confirm; you do not need to pay again.',
    paused: 'No payment has arrived yet. Press "I have paid" to look again.',
    paid: 'Payment received. One moment…',
  },
}
