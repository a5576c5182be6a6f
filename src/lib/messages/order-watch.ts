/** Beside a QR code, while the order is watched. */
export const orderWatchMessages = {
  watching: 'Waiting for your payment. This page moves on by itself once it has arrived.',
  asked: 'Thank you. Your bank may take a minute to confirm; you do not need to pay again.',
  paused: 'No payment has arrived yet. Press "I have paid" to look again.',
  paid: 'Payment received. One moment…',
}
