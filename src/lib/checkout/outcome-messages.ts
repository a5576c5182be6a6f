/** Toasts that explain why no order was created. */
export const outcomeMessages = {
  phoneInvalid: {
    title: 'Please check your phone number',
    body: 'The shop needs one with 10 digits.',
  },
  totalChanged: {
    title: 'The total has changed',
    body: "It's now {total}. Press Create Order to order at this price.",
  },
  deliveryChanged: {
    title: 'The day of delivery has changed',
    body: 'Your order now arrives by {date}. Press Create Order to order.',
  },
  methodsChanged: { title: 'The ways to pay have changed', body: 'Check them, then press Create Order.' },
  offerRefused: {
    title: 'The code gives no discount',
    body: 'The total is {total}. Press Create Order to order at this price.',
  },
  cartChanged: { title: 'Your cart has changed', body: 'Check it, then press Create Order.' },
}
