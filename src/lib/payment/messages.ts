/** Messages of the payment form. */
export const payingMessages = {
  processFailed: 'Failed to process payment. Please try again later.',
  unknownError: 'Unknown error occurred during payment process',
  initiated: { title: 'Payment initiated', body: 'Your payment is being processed' },
  invalid: { title: 'Validation Error', body: 'Please correct the errors in the form' },
  required: 'This field is required',
  invalidEmail: 'Please enter a valid email address',
  tooShort: 'Please enter at least {minimum} characters',
  tooLong: 'Please enter no more than {maximum} characters',
  wrongFormat: 'Please check the format',
  /** The pieces of the unpaid order went back into stock. docs/requirements.md#1116-stock */
  hold: {
    ended: 'The pieces of this order are no longer held for you. Please place a new order.',
    soldOut: "{item} is sold out, so this order can't be paid any more. Please place a new order.",
    tooFew: "Pieces left of {item}: {left}. This order can't be paid any more. Please place a new order.",
  },
}

/** Messages of the payment page outside the form. */
export const paymentMessages = {
  formFailed: 'Failed to load payment form. Please try again later.',
  /** A payment has started, and its view does not load. */
  waitingFailed: "This payment's page didn't load. Try again before you pay.",
  orderMissing: 'Order ID is missing. Please return to checkout.',
  /** Shown instead of the form, by payment state. */
  notices: {
    paid: {
      title: 'This order is already paid',
      body: 'Nothing more to pay. Track it in My Orders.',
    },
    'on-delivery': {
      title: 'Your order is accepted',
      body: 'Pay when it arrives. Follow it in My Orders.',
    },
    accepted: {
      title: 'Your order is accepted',
      body: 'You need not pay here. Follow it in My Orders.',
    },
    cancelled: { title: 'This order was cancelled', body: 'You can no longer pay for it.' },
  },
  /** Shown beside the form of an order whose status is not known. */
  unchecked: "We couldn't check the status of order {id}. You can still pay here.",
  /** Shown after the payment provider's return, by outcome. */
  results: {
    declined: "The payment was declined and you weren't charged. Try again or choose another way to pay.",
    pending:
      "Your payment isn't confirmed yet. It may take a few minutes. Check My Orders before you pay again.",
    refund: "This order was already settled. We'll refund this payment.",
  },
  /** By a payment link. */
  linkedPending:
    "Your payment isn't confirmed yet. It may take a few minutes. Check this page before you pay again.",
}

/** Above the button of the form: the chosen way to pay with its amount, and what comes next. */
export const payingLineMessages = {
  upi: '{amount} by UPI',
  next: {
    upi: 'Your payment app opens next.',
    qr: 'A QR code comes next.',
    card: "The payment provider's page opens next.",
    cod: 'You pay nothing now. The button confirms your order.',
  },
  /** Inside another app. */
  nextInApp: 'Next you choose your browser, your payment app or a QR code.',
}

/** Messages of a payment to the shop's own UPI id, which the shop confirms by hand. */
export const shopConfirmationMessages = {
  explain: {
    one: 'The shop will confirm your payment within {hours} hour. You can close this page and check My Orders.',
    many: 'The shop will confirm your payment within {hours} hours. You can close this page and check My Orders.',
  },
  thanks: {
    one: 'Thank you. The shop will confirm your payment within {hours} hour. Check My Orders before you pay again.',
    many: 'Thank you. The shop will confirm your payment within {hours} hours. Check My Orders before you pay again.',
  },
}

/** The same by a payment link. */
export const linkedConfirmationMessages: typeof shopConfirmationMessages = {
  explain: {
    one: 'The shop will confirm your payment within {hours} hour. You can close this page and open the link again later.',
    many: 'The shop will confirm your payment within {hours} hours. You can close this page and open the link again later.',
  },
  thanks: {
    one: 'Thank you. The shop will confirm your payment within {hours} hour. Open the link again before you pay again.',
    many: 'Thank you. The shop will confirm your payment within {hours} hours. Open the link again before you pay again.',
  },
}

/** Titles of the screen that waits for a payment. */
export const waitingTitles = {
  qr: 'Scan QR Code to Complete Payment',
  app: 'Complete Your Payment in Your App',
  browser: 'Pay in Your Browser',
}

/** Messages while the order is watched. */
export const orderWatchMessages = {
  watching: 'Waiting for your payment. This page updates automatically.',
  asked: 'Thank you. Your bank may take a minute to confirm. Check My Orders before you pay again.',
  /** By a payment link. */
  linkedAsked: 'Thank you. Your bank may take a minute to confirm. Check this page before you pay again.',
  paused: 'No payment yet. Press "I have paid" to check again.',
  paid: 'Payment received. One moment…',
}

export const phoneMessages = {
  prefix: 'Phone number must start with +91',
  tooShort: 'Phone number must have at least {minimum} characters',
  tooLong: 'Phone number must have no more than {maximum} characters',
  wrongLength: 'Phone number must be 13 characters (including +91)',
  wrongFormat: 'Invalid phone number format',
}

/** Hints of payment methods by kind. docs/requirements.md#1118-payment-state */
export const paymentKindLabels = {
  upi: 'Opens your payment app',
  qr: 'Scan it with a payment app on another phone',
  cod: 'Pay when your order arrives',
}

/** Messages of payment links. docs/requirements.md#1119-payment-links */
export const paymentLinkMessages = {
  inApp: {
    title: 'Payment apps may not open inside this app',
    body: 'Open this payment in your browser, or scan the QR code with another phone.',
  },
  elsewhere: {
    title: 'Pay in another browser or on another phone',
    body: 'The link opens this order without signing in. Anyone who has it can pay and see the items.',
  },
  share: 'Pay for this order: {url}',
  shareReference: 'Pay for this order ({reference}): {url}',
  ended: 'The link no longer works.',
  endFailed: "We couldn't end the link. Please try again.",
  copied: 'Link copied',
  copyFailed: 'Copy this link: {url}',
  failed: "We couldn't create the link. Please try again.",
  paid: 'This order is paid. Thank you.',
  onDelivery: 'Your order is accepted. Pay when it arrives.',
  accepted: 'Your order is accepted. You need not pay here.',
  wrong: {
    title: 'This payment link is wrong or has expired',
    body: 'Ask for a new link, or track the order by its number.',
  },
}

/** Messages of a payment with an expiry, with a QR code on screen and without one. */
export const countdownMessages = {
  code: {
    left: 'This code is valid for {time}',
    expired: 'This code has expired. Try another way to pay to get a new one.',
  },
  app: {
    left: 'Pay within {time}',
    expired: 'The time for this payment is over. Try another way to pay to start a new one.',
  },
}
