/** Messages of a payment to the shop's own UPI id, which the shop confirms by hand. */
export const shopConfirmationMessages = {
  explain: {
    one: 'The shop will confirm your payment within {hours} hour. You can close this page and check My Orders.',
    many: 'The shop will confirm your payment within {hours} hours. You can close this page and check My Orders.',
  },
  thanks: {
    one: "Thank you. The shop will confirm your payment within {hours} hour. You don't need to pay again.",
    many: "Thank you. The shop will confirm your payment within {hours} hours. You don't need to pay again.",
  },
}
