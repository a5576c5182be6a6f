/** Beside a payment to the shop's own UPI id, which the shop confirms by hand. */
export const shopConfirmationMessages = {
  explain: {
    one: 'The shop confirms your payment within {hours} hour. You may close this page; My Orders shows when it is confirmed.',
    many: 'The shop confirms your payment within {hours} hours. You may close this page; My Orders shows when it is confirmed.',
  },
  thanks: {
    one: 'Thank you. The shop confirms your payment within {hours} hour; you do not need to pay again.',
    many: 'Thank you. The shop confirms your payment within {hours} hours; you do not need to pay again.',
  },
}
