/** Sentences of the page of a refund link. docs/requirements.md#1140-refund-details */
export const refundLinkMessages = {
  due: 'The shop owes you {amount} for order {order}.',
  hint: 'Your payment app shows it. It looks like asha@okbank.',
  invalid: 'Enter a UPI ID such as asha@okbank.',
  given: 'Thank you. The shop sends {amount} to {upiId}. You can change the UPI ID until the money is sent.',
  sentTo: 'The shop sent {amount} to {upiId} on {date}.',
  sent: 'The shop sent {amount} back on {date}.',
  reference: 'Reference: {reference}',
  bankDays: 'Banks may need a few days to show it.',
  none: 'No refund is due for order {order}.',
  wrong: {
    title: 'This refund link is wrong or has expired',
    body: 'Contact the shop, or track the order by its number.',
  },
  failed: "We couldn't load your refund. Please try again.",
  notSaved: "We couldn't save your UPI ID. Please try again.",
}
