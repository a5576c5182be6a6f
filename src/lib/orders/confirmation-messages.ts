/** Sentences of the page that confirms an order. docs/requirements.md#1141-cash-confirmation */
export const confirmationMessages = {
  /** By state of the order. */
  states: {
    open: 'Do you want this order, and will you take the parcel? You pay {amount} when it arrives.',
    confirmed:
      'Thank you. Your order is confirmed. You pay {amount} when it arrives: please keep the cash ready.',
    settled: 'There is nothing left to confirm: the order is paid, or it is on its way to you.',
    cancelled: 'This order is cancelled, and nothing is sent.',
  },
  consequence: 'You have not paid for it.',
  wrong: {
    title: 'This confirmation link is wrong or has expired',
    body: 'Contact the shop, or track the order by its number.',
  },
  failed: "We couldn't load your order. Please try again.",
  notSent: "We couldn't send your answer. Please try again.",
}
