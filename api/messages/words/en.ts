/** Sentences of the messages. Those in braces are filled in. */
export const EN = {
  hello: 'Hello {name},',
  order: 'Order {order}',
  placedOn: 'Placed on {date}',
  quantity: 'Quantity: {quantity}',
  discount: 'Discount: {label}',
  cashFee: 'Cash on delivery fee',
  total: 'Total',
  arrival: 'It should arrive by {date}.',
  deliveryAddress: 'Delivery address',
  viewOrders: 'View my orders',
  trackOrder: 'Track my order',
  trackParcel: 'Track the parcel',
  courier: 'Courier',
  trackingNumber: 'Tracking number',
  amount: 'Amount',
  reference: 'Reference',
  date: 'Date',
  reason: 'Reason',
  payment: 'Payment',
  phone: 'Phone',
  contactShop: 'Questions? Reply to this e-mail, or call {phone}.',
  contactByMail: 'Questions? Reply to this e-mail.',
  contactByPhone: 'Questions? Call {phone}.',
  whyShopper: 'You get this e-mail because you placed an order at {shop}.',
  whyMerchant: 'This e-mail goes to the company e-mail of the shop {shop}.',

  receivedSubject: 'We have received your order {order}',
  receivedHeading: 'Thank you for your order',
  received: 'We have received your order.',
  receivedUnpaid: 'We have received your order. It is not paid yet.',
  payNow: 'Pay {amount}',
  justPaid:
    'If you have just paid, there is nothing left to do: we write as soon as the payment is confirmed.',

  reminderSubject: 'Your order {order} is not paid yet',
  reminderHeading: 'Your order waits for its payment',
  reminder: 'You placed this order on {date}, and it is not paid yet. You can still pay for it.',
  reminderEnd: 'If you no longer want it, there is nothing to do: unpaid orders are cancelled by themselves.',

  cashSubject: 'Your order {order} is confirmed',
  cashHeading: 'Your order is confirmed',
  cash: 'We are getting your order ready. You pay {amount} when it arrives: please keep the cash ready.',

  paidSubject: 'We have received your payment for order {order}',
  paidHeading: 'Payment received',
  paidReady: 'We have received your payment of {amount} and are getting your order ready.',
  paid: 'We have received your payment of {amount}.',

  shippedSubject: 'Your order {order} is on its way',
  shippedHeading: 'Your order is on its way',
  shipped: 'We have handed your order to the courier.',
  cashReady: 'Please keep {amount} in cash ready.',

  correctedSubject: 'New tracking details for order {order}',
  correctedHeading: 'New tracking details',
  corrected: 'The tracking details of your parcel have changed. These are the right ones:',

  deliveredSubject: 'Your order {order} is delivered',
  deliveredHeading: 'Your order is delivered',
  delivered: 'Your order has been delivered. We hope you like it.',
  returnUntil: 'If something does not fit, you can ask for a return in My Orders until {date}.',

  cancelledSubject: 'Your order {order} is cancelled',
  cancelledHeading: 'Your order is cancelled',
  cancelled: 'Your order is cancelled and will not be sent.',
  cancelledUnpaid: 'Your order was not paid in time, so it is cancelled. You can order again at any time.',

  undeliveredSubject: 'The courier could not deliver your order {order}',
  undeliveredHeading: 'Your parcel could not be delivered',
  undelivered:
    'The courier could not deliver your parcel. Most couriers try again: please be reachable, and write to us if your address or phone has changed.',

  returningSubject: 'The parcel of your order {order} is on its way back to us',
  returningHeading: 'Your parcel is on its way back to us',
  returning: 'The courier could not deliver your parcel and brings it back to us. We write when it is here.',

  backSubject: 'The parcel of your order {order} came back to us',
  backHeading: 'Your parcel came back to us',
  back: 'The courier could not deliver your parcel and brought it back to us. The order is closed.',

  lostSubject: 'The parcel of your order {order} is lost',
  lostHeading: 'Your parcel is lost',
  lost: 'We are sorry: the courier has lost your parcel. The order is closed.',

  refundDueSubject: 'You get {amount} back for order {order}',
  refundDueHeading: 'You get a refund',
  refundDue:
    'We owe you {amount} for this order and send it back the way you paid. We write when it is done.',

  refundMadeSubject: 'We have refunded {amount} for order {order}',
  refundMadeHeading: 'Your refund is made',
  refundMade: 'We have sent {amount} back to you. Banks may need a few days to show it.',

  returnAskedSubject: 'We have received your return request for order {order}',
  returnAskedHeading: 'Return requested',
  returnAsked: 'We have received your request to return these pieces. We write when we have decided on it.',

  returnAcceptedSubject: 'We accept your return for order {order}',
  returnAcceptedHeading: 'Return accepted',
  returnAccepted: 'We accept your return of these pieces.',
  returnRefusedSubject: 'About your return request for order {order}',
  returnRefusedHeading: 'Return not accepted',
  returnRefused: 'We are sorry: we can’t accept the return of these pieces.',
  returnWithdrawnSubject: 'Your return request for order {order} is withdrawn',
  returnWithdrawnHeading: 'Return withdrawn',
  returnWithdrawn: 'The request to return these pieces is withdrawn. You keep them.',
  shopNote: 'The shop writes: {note}',

  returnReceivedSubject: 'Your returned pieces of order {order} have arrived',
  returnReceivedHeading: 'Return received',
  returnReceived: 'The pieces that you sent back have arrived here.',

  returnRefundedSubject: 'Your return for order {order} is refunded',
  returnRefundedHeading: 'Return refunded',
  returnRefunded: 'The return of these pieces is refunded. Banks may need a few days to show the money.',

  newOrderSubject: 'New order {order}: {amount}',
  newOrderHeading: 'New order',
  newOrder: '{name} has placed an order.',
  methodPaid: 'Paid',
  methodCash: 'Cash on delivery: collect {amount}',
  methodUnpaid: 'Not paid',

  owedSubject: 'Refund due for order {order}: {amount}',
  owedHeading: 'A refund is due',
  owed: 'Refund {amount} of payment {payment}, then record it: store payments refunded',

  askedSubject: 'Return requested for order {order}',
  askedHeading: 'A shopper asks for a return',
  asked: 'Decide on return {id}: store returns accept, or store returns refuse',

  mismatchSubject: 'A payment for order {order} does not match',
  mismatchHeading: 'A payment does not match its order',
  mismatch:
    'The payment provider reports {amount} for this order, which is not what was asked for. Look at payment {payment}: store payments waiting',

  lowSubject: 'Low stock: {title}',
  lowHeading: 'Low stock',
  low: 'Only {stock} left of {title}.',
  none: 'Nothing is left of {title}.',
  sku: 'SKU',
  choices: 'Choice',
  whyAccount: 'You get this e-mail because of your account at {shop}.',
  whyContact: 'You get this e-mail because this address was given in the contact form of {shop}.',
  whyNewsletter: 'You get this e-mail because this address was given for the newsletter of {shop}.',
  linkValid: 'The link works once, and for 30 minutes from your request.',
  notAsked: 'If you did not ask for this, there is nothing to do: nothing changes without the link.',
  notYou: 'If it was not you, please write to us at once.',

  resetSubject: 'Set a new password for {shop}',
  resetHeading: 'Set a new password',
  reset: 'We have received a request for a new password of your account. Choose one here:',
  resetButton: 'Choose a new password',

  passwordChangedSubject: 'Your password for {shop} was changed',
  passwordChangedHeading: 'Your password was changed',
  passwordChanged: 'The password of your account was changed. Your other devices are signed out.',
  loginButton: 'Sign in',

  newEmailSubject: 'Confirm your e-mail address for {shop}',
  newEmailHeading: 'Confirm your e-mail address',
  newEmail: 'You want to use this address for your account. Please confirm that it is yours:',
  newEmailButton: 'Confirm the address',

  emailChangedSubject: 'Your e-mail address for {shop} was changed',
  emailChangedHeading: 'Your e-mail address was changed',
  emailChanged: 'Your account has another e-mail address now. You no longer sign in with this one.',

  contactReceivedSubject: 'We have received your message: number {number}',
  contactReceivedHeading: 'We have received your message',
  contactReceived:
    'Thank you for writing to us. Your message has the number {number}: please give it when you ask about it. This e-mail acknowledges it, also if it is a complaint.',
  contactNotYou: 'If you did not write to us, there is nothing to do.',

  contactSubject: 'Contact message {number}: {topic}',
  contactHeading: 'A message from the contact form',
  contactNumber: 'Number',
  contactSender: 'Name',
  contactEmail: 'E-mail',
  contactTopic: 'Subject',
  contactReply: 'A reply to this e-mail goes to {sender}, who has got the number as an acknowledgement.',

  newsletterSubject: 'Confirm the newsletter of {shop}',
  newsletterHeading: 'Do you want our newsletter?',
  newsletter: 'Please confirm that you want the newsletter of {shop} at this address:',
  newsletterButton: 'Yes, send me the newsletter',
  newsletterNotAsked:
    'If you did not ask for it, there is nothing to do: without a confirmation we send none.',

  subscribedSubject: 'You get the newsletter of {shop}',
  subscribedHeading: 'You get our newsletter',
  subscribed: 'Thank you: your subscription is confirmed. You can end it at any time:',
  unsubscribeButton: 'Unsubscribe',
} as const

export type Words = Readonly<Record<keyof typeof EN, string>>
