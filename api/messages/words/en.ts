/** Sentences of the messages. Those in braces are filled in. */
export const EN = {
  hello: 'Hello {name},',
  order: 'Order {order}',
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
  whyShopper: 'You are receiving this e-mail because you placed an order at {shop}.',
  whyMerchant: 'This e-mail goes to the company e-mail address of {shop}.',

  receivedSubject: 'We have received your order {order}',
  receivedHeading: 'Thank you for your order',
  received: 'We have received your order.',
  receivedUnpaid: 'We have received your order. It is not paid yet.',
  payNow: 'Pay {amount}',
  justPaid:
    'If you have just paid, there is nothing left to do: we will write to you as soon as the payment is confirmed.',

  reminderSubject: 'Your order {order} is not paid yet',
  reminderHeading: 'Your order is waiting for payment',
  reminder: 'You placed this order on {date}, and it is not paid yet. You can still pay for it.',
  reminderEnd: 'If you no longer want it, there is nothing to do: unpaid orders are cancelled automatically.',

  cashSubject: 'Your order {order} is confirmed',
  cashHeading: 'Your order is confirmed',
  cash: 'We are getting your order ready. You pay {amount} when it arrives: please keep the cash ready.',

  confirmSubject: 'Please confirm your order {order}',
  confirmHeading: 'Please confirm your order',
  cashUnconfirmed:
    'We have received your order and will pack it as soon as you confirm it. You pay {amount} when it arrives: please keep the cash ready.',
  confirmAsk: 'Please confirm that you want the order and will take the parcel. One press is enough.',
  confirmOrder: 'Confirm the order',

  paidSubject: 'We have received your payment for order {order}',
  paidHeading: 'Payment received',
  paidReady: 'We have received your payment of {amount} and are getting your order ready.',
  paid: 'We have received your payment of {amount}.',

  shippedSubject: 'Your order {order} is on its way',
  shippedHeading: 'Your order is on its way',
  shipped: 'We have handed your order to the courier.',
  invoice: 'Your invoice has the number {number}.',
  viewInvoice: 'View invoice',
  cashReady: 'Please keep {amount} in cash ready.',

  correctedSubject: 'New tracking details for order {order}',
  correctedHeading: 'New tracking details',
  corrected: 'The tracking details of your parcel have changed. The correct ones are:',

  deliveredSubject: 'Your order {order} has been delivered',
  deliveredHeading: 'Your order has been delivered',
  delivered: 'Your order has arrived. We hope you like it.',
  returnUntil: 'If something does not fit, you can ask for a return in My Orders until {date}.',

  cancelledSubject: 'Your order {order} has been cancelled',
  cancelledHeading: 'Your order has been cancelled',
  cancelled: 'Your order has been cancelled and will not be sent.',
  cancelledUnpaid:
    'Your order was not paid in time, so it has been cancelled. You can order again at any time.',

  undeliveredSubject: 'The courier could not deliver your order {order}',
  undeliveredHeading: 'Your parcel could not be delivered',
  undelivered:
    'The courier could not deliver your parcel. Most couriers try again: please keep your phone to hand, and write to us if your address or phone number has changed.',

  returningSubject: 'The parcel of your order {order} is on its way back to us',
  returningHeading: 'Your parcel is on its way back to us',
  returning:
    'The courier could not deliver your parcel and is bringing it back to us. We will write to you when it arrives.',

  backSubject: 'The parcel of your order {order} has come back to us',
  backHeading: 'Your parcel has come back to us',
  back: 'The courier could not deliver your parcel and has brought it back to us. The order is closed.',

  lostSubject: 'The parcel of your order {order} is lost',
  lostHeading: 'Your parcel is lost',
  lost: 'We are sorry: the courier has lost your parcel. The order is closed.',

  refundDueSubject: 'You will get {amount} back for order {order}',
  refundDueHeading: 'You will get a refund',
  refundDue:
    'We owe you {amount} for this order and will send it back the way you paid. We will write to you when it is done.',
  refundDueByUpi:
    'We owe you {amount} for this order. Please tell us which UPI ID to send it to. We will write to you when it is done.',
  refundDueOfCash:
    'We owe you {amount} for this order. We will ask you where to send it, and write to you when it is done.',
  refundByUpi: 'Please tell us which UPI ID to send your money to.',
  giveUpiId: 'Give my UPI ID',

  refundMadeSubject: 'We have refunded {amount} for order {order}',
  refundMadeHeading: 'Your refund has been sent',
  refundMade: 'We have sent {amount} back to you. Your bank may take a few days to show it.',

  returnAskedSubject: 'We have received your return request for order {order}',
  returnAskedHeading: 'Return requested',
  returnAsked:
    'We have received your request to return these pieces. We will write to you when we have decided.',

  returnAcceptedSubject: 'We have accepted your return for order {order}',
  returnAcceptedHeading: 'Return accepted',
  returnAccepted: 'We have accepted your return of these pieces.',
  wayBackFree: 'Sending it back is free for you.',
  wayBackCustomer: 'You pay the courier for the way back, unless the pieces are damaged, defective or wrong.',
  returnRefusedSubject: 'About your return request for order {order}',
  returnRefusedHeading: 'Return not accepted',
  returnRefused: 'We are sorry: we can’t accept the return of these pieces.',
  returnWithdrawnSubject: 'Your return request for order {order} has been withdrawn',
  returnWithdrawnHeading: 'Return withdrawn',
  returnWithdrawn: 'Your request to return these pieces has been withdrawn. You keep them.',
  shopNote: 'The shop writes: {note}',

  returnReceivedSubject: 'Your returned pieces of order {order} have arrived',
  returnReceivedHeading: 'Return received',
  returnReceived: 'The pieces that you sent back have reached us.',

  newOrderSubject: 'New order {order}: {amount}',
  newOrderHeading: 'New order',
  newOrder: '{name} has placed an order.',
  methodPaid: 'Paid',
  methodCash: 'Cash on delivery: collect {amount}',
  methodUnpaid: 'Not paid',

  owedSubject: 'Refund due for order {order}: {amount}',
  owedHeading: 'A refund is due',
  owed: 'Refund {amount} of payment {payment} with “store payments refund”. If you have sent the money yourself, record it with “store payments refunded”.',

  refundFailedSubject: 'The refund for order {order} failed',
  refundFailedHeading: 'A refund failed',
  refundFailed:
    'The payment provider could not refund payment {payment}. The money is still due. “store payments refunds” shows it.',

  askedSubject: 'Return requested for order {order}',
  askedHeading: 'A shopper has asked for a return',
  asked: 'Decide on return {id} with “store returns accept” or “store returns refuse”.',
  withdrawnSubject: 'Return withdrawn for order {order}',
  withdrawnHeading: 'A shopper has withdrawn a return',
  withdrawn: 'Return {id} has been withdrawn. The shopper keeps these pieces, so no money is due for them.',

  mismatchSubject: 'A payment for order {order} does not match',
  mismatchHeading: 'A payment does not match its order',
  mismatch:
    'The payment provider reports {amount} for this order, which is not the amount that was asked for. “store payments waiting” shows payment {payment}.',

  lowSubject: 'Low stock: {title}',
  lowHeading: 'Low stock',
  low: '{title}: only {stock} left in stock.',
  none: '{title} is out of stock.',
  sku: 'SKU',
  choices: 'Choice',
  whyAccount: 'You are receiving this e-mail because of your account at {shop}.',
  whyContact: 'You are receiving this e-mail because this address was given in the contact form of {shop}.',
  whyStaff: 'You are receiving this e-mail because you are on the staff of {shop}.',
  whyNewsletter: 'You are receiving this e-mail because this address was given for the newsletter of {shop}.',
  linkValid: 'The link works once, and for 30 minutes from your request.',
  notAsked: 'If you did not ask for this, there is nothing to do: nothing changes without the link.',
  notYou: 'If it was not you, please write to us at once.',

  resetSubject: 'Set a new password for {shop}',
  resetHeading: 'Set a new password',
  reset: 'We have received a request for a new password for your account. Choose one here:',
  resetButton: 'Choose a new password',

  invitationSubject: 'Your access to the console of {shop}',
  invitationHeading: 'Welcome to {shop}',
  invitation:
    'You can now use the console of the shop. Choose your password here, with at least {min} characters:',
  invitationButton: 'Choose a password',
  invitationValid: 'The link works once, and for 7 days.',
  mailTestSubject: 'Test e-mail of {shop}',
  mailTestHeading: 'E-mail works',
  mailTest: 'You have sent this test from the console. Messages to shoppers are sent in the same way.',
  staffResetSubject: 'Set a new password for the console of {shop}',
  staffReset: 'We have received a request for a new password for the console. Choose one here:',

  passwordChangedSubject: 'Your password for {shop} was changed',
  passwordChangedHeading: 'Your password was changed',
  passwordChanged: 'The password of your account was changed. Your other devices are signed out.',
  loginButton: 'Sign in',

  newEmailSubject: 'Confirm your e-mail address for {shop}',
  newEmailHeading: 'Confirm your e-mail address',
  newEmail: 'You have asked to use this address for your account. Please confirm that it is yours:',
  newEmailButton: 'Confirm the address',

  emailChangedSubject: 'Your e-mail address for {shop} was changed',
  emailChangedHeading: 'Your e-mail address was changed',
  emailChanged: 'Your account now has another e-mail address. You can no longer sign in with this one.',

  contactReceivedSubject: 'We have received your message: number {number}',
  contactReceivedHeading: 'We have received your message',
  contactReceived:
    'Thank you for writing to us. Your message has the number {number}: please quote it when you ask about it. This e-mail acknowledges your message, including a complaint.',
  contactNotYou: 'If you did not write to us, there is nothing to do.',

  contactSubject: 'Contact message {number}: {topic}',
  contactHeading: 'A message from the contact form',
  contactNumber: 'Number',
  contactSender: 'Name',
  contactEmail: 'E-mail',
  contactTopic: 'Subject',
  contactReply: 'A reply to this e-mail goes to {sender}, who has received the number as an acknowledgement.',

  newsletterSubject: 'Confirm the newsletter of {shop}',
  newsletterHeading: 'Do you want our newsletter?',
  newsletter: 'Please confirm that you want the newsletter of {shop} at this address:',
  newsletterButton: 'Yes, send me the newsletter',
  newsletterNotAsked:
    'If you did not ask for it, there is nothing to do: without your confirmation we send none.',

  subscribedSubject: 'You are subscribed to the newsletter of {shop}',
  subscribedHeading: 'You are subscribed to our newsletter',
  subscribed: 'Thank you: your subscription is confirmed. You can end it at any time:',
  unsubscribeButton: 'Unsubscribe',
} as const

export type Words = Readonly<Record<keyof typeof EN, string>>
