/** Sentences about delivery, of cart, checkout and product page. */
export const deliveryMessages = {
  arrives: 'Arrives by {date}',
  notServed: "The shop doesn't deliver to {code} yet.",
  /** What a shopper can do about it. */
  notServedHelp: 'Your cart is kept. Enter the PIN code of another address to order.',
  invalidPinCode: 'A PIN code in India has 6 digits, the first not 0. Please check it.',
  discount: '{label}: {amount} off',
  failed: "We couldn't check prices and delivery just now. You can order all the same.",
}
