/** Wishlist messages, beyond the specification. */
export const wishlistMessages = {
  /** The browser's storage is full or disabled. */
  notKept: { title: 'Wishlist not saved', body: 'Free some browser storage and try again.' },
}
