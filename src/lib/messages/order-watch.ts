/** Messages beside a QR code while the order is watched. */
export const orderWatchMessages = {
  watching: 'Waiting for your payment. This page updates automatically.',
  asked: "Thank you. Your bank may take a minute to confirm. You don't need to pay again.",
  paused: 'No payment yet. Press "I have paid" to check again.',
  paid: 'Payment received. One moment…',
}
