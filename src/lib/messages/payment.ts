/** Messages of the payment page outside the form. */
export const paymentMessages = {
  formFailed: 'Failed to load payment form. Please try again later.',
  orderMissing: 'Order ID is missing. Please return to checkout.',
  /** Shown instead of the form, by payment state. */
  notices: {
    paid: {
      title: 'This order is already paid',
      body: 'Nothing more to pay. Track it in My Orders.',
    },
    cancelled: { title: 'This order was cancelled', body: 'You can no longer pay for it.' },
    missing: {
      title: "We couldn't find this order",
      body: "It isn't in your account. Check My Orders, or track it by order number.",
    },
    unknown: {
      title: "We can't tell whether this order is paid",
      body: 'Its status is {status}. Check My Orders or ask the shop before you pay.',
    },
  },
  /** Shown after the gateway's return, by outcome. */
  results: {
    declined: "The payment was declined and you weren't charged. Try again or choose another way to pay.",
    pending:
      "Your payment isn't confirmed yet. It may take a few minutes. Check My Orders before you pay again.",
    refund: "This order was already settled. We'll refund this payment.",
  },
}
