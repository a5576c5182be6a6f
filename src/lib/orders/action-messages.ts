export const cancellationMessages = {
  question: 'Cancel this order?',
  yes: 'Yes, cancel it',
  pending: 'Cancelling...',
  no: 'Keep it',
  /** By payment state. */
  consequences: {
    paid: 'It is paid. The shop sends the money back the way you paid.',
    paidWithin: 'It is paid. The shop sends the money back the way you paid, within {days} working days.',
    unpaid: 'You have not paid for it.',
    unknown: 'If you have paid, the shop sends the money back the way you paid.',
    unknownWithin:
      'If you have paid, the shop sends the money back the way you paid, within {days} working days.',
  },
  failed: "The order couldn't be cancelled. Please try again.",
}

export const buyAgainMessages = {
  added: 'In your cart: {names}',
  missing: 'No longer available: {names}',
  failed: "The products couldn't be loaded. Please try again.",
}
