export const ordersMessages = {
  method: 'Standard Shipping',
  notAvailable: 'Not available',
  empty: 'No Orders Found',
  loadFailed: { title: 'Error', body: 'Failed to load your orders. Please try again.' },
}

export const orderStatusMessages = {
  unknownNumber: 'Unknown ({code})',
  invalid: 'Invalid order status code',
}

/** Status names by code. */
export const orderStatusNames = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  unknown: 'Unknown',
}

export const trackingMessages = {
  required: { title: 'Required fields', body: 'Please enter both order number and email/phone' },
  failed: { title: 'Error', body: 'Failed to find order. Please check your information and try again.' },
  emailHint: 'Using your account email by default',
}

/** What happens after the payment, on the order-success page. */
export const nextStepMessages = {
  unconfirmed:
    "Your payment isn't confirmed yet. As soon as it is, the status of this order changes to Processing.",
  packing: 'The shop packs your order. My Orders shows each step.',
  delivery: 'The parcel comes to the address above.',
  deliveryBy: 'The parcel comes to the address above by {date}.',
  deliveryDay: 'The parcel comes to the address above within a working day.',
  deliveryDays: 'The parcel comes to the address above within {days} working days.',
  returnDay: "If something doesn't fit, you can return it within a day of delivery.",
  returnDays: "If something doesn't fit, you can return it within {days} days of delivery.",
}

/** Payment state of an order; `nothing` for a cancelled order that was never paid. */
export const paymentStateNames = {
  paid: 'Paid',
  unpaid: 'Not paid yet',
  nothing: 'Nothing was paid',
  'refund due': 'Refund due',
  refunded: 'Refunded',
  cash: 'Cash on delivery',
  cashPaid: 'Cash on delivery, paid',
  cashAmount: 'Cash on delivery: {amount}',
  cashToKeep: 'Cash on delivery: keep {amount} ready',
  paidOn: 'Paid on {date}',
  cashPaidOn: 'Cash on delivery, paid on {date}',
}

/** Rows below the total of an order; `label` is the shop's words. */
export const amountMessages = {
  discount: 'Discount: {label}',
  cashFee: 'Cash on delivery fee',
  toPay: 'To pay',
}

/** When and how the money of an order comes back. */
export const refundMessages = {
  due: 'The shop sends {amount} back {way}.',
  dueWithin: 'The shop sends {amount} back {way}, within {days} working days.',
  dueSince: 'The shop sends {amount} back {way}, within {days} working days of {date}.',
  started: '{amount} is on its way back {way} since {date}.',
  sent: 'The shop sent {amount} back {way} on {date}.',
  reference: 'Reference: {reference}',
  theMoney: 'your money',
}

/** Where a refund goes to; a shop does not send cash. */
export const refundWayNames = {
  upi: 'to the UPI account that you paid from',
  card: 'to the card or bank account that you paid from',
  bank: 'to the bank account that you paid from',
  cash: 'to an account that it asks you for',
  unknown: 'the way you paid',
}

/** Names of an order's steps where they differ from the status. */
export const stepNames = { ...orderStatusNames, pending: 'Order placed' }

/** States of a return. */
export const returnStateNames = {
  requested: 'Return requested. The shop decides on it and answers here.',
  accepted: 'Return accepted. Once the shop has the pieces back, it sends the money back the way you paid.',
  /** Of an order that was paid in cash. */
  acceptedCash:
    'Return accepted. Once the shop has the pieces back, it sends the money to an account that it asks you for.',
  refused: 'Return refused.',
  received: 'The shop has the pieces back. It sends the money next.',
  refunded: 'The money for this return is sent. Banks may need a few days to show it.',
  withdrawn: 'Return withdrawn. You keep the pieces.',
}

export const returnDateMessages = {
  requested: 'Requested on {date}',
  decided: 'Decided on {date}',
  refundWithin: 'The money comes within {days} working days of that.',
}

export const invoiceMessages = {
  missing: {
    title: "We can't show this invoice",
    body: 'Sign in with the account that placed the order, or track the order first.',
  },
  none: { title: 'No invoice yet', body: 'An order has its invoice once the shop is getting it ready.' },
  notIssued: { title: 'No invoice yet', body: 'An order has its invoice once it is with the courier.' },
}
