/** What the payment page says before its form is there. */
export const paymentMessages = {
  formFailed: 'Failed to load payment form. Please try again later.',
  orderMissing: 'Order ID is missing. Please return to checkout.',
  /** Instead of the form, by what is known of the order. */
  notices: {
    paid: {
      title: 'This order is already paid',
      body: 'There is nothing left to pay. Follow it in your orders.',
    },
    cancelled: { title: 'This order was cancelled', body: 'It can no longer be paid.' },
    missing: {
      title: "We couldn't find this order",
      body: "It isn't among the orders of your account. Find it in My Orders, or track it by its number.",
    },
    unknown: {
      title: "We can't tell whether this order is paid",
      body: 'Its status is {status}. Look at My Orders, or ask the shop before you pay.',
    },
  },
  /** What became of a payment whose gateway sent the shopper back. */
  results: {
    declined: 'The payment was declined and nothing was charged. Try again, or choose another way to pay.',
    pending:
      'The payment is not confirmed yet. It may take a few minutes: look at your orders before you pay again.',
    refund: 'This payment came after the order was settled. What was charged is paid back to you.',
  },
}
