/** What the payment page says before its form is there. */
export const paymentMessages = {
  formFailed: 'Failed to load payment form. Please try again later.',
  orderMissing: 'Order ID is missing. Please return to checkout.',
  /** What became of a payment whose gateway sent the shopper back. */
  results: {
    declined: 'The payment was declined and nothing was charged. Try again, or choose another way to pay.',
    pending:
      'The payment is not confirmed yet. It may take a few minutes: look at your orders before you pay again.',
    refund: 'This payment came after the order was settled. What was charged is paid back to you.',
  },
}
