/** What a heart may say. Not in the spec. */
export const wishlistMessages = {
  /** The browser's storage is full or switched off. */
  notKept: { title: 'Wishlist not saved', body: 'Free some browser storage and try again.' },
}
