import type { LineIssues } from './line-issues.ts'

export const cartPageMessages = {
  empty: 'Your cart is empty',
  removed: { title: 'Removed from cart' },
  undo: 'Undo',
  restored: { title: 'Back in your cart' },
  saveForLater: 'Save for later',
  savedTitle: 'Saved for later',
  moveToCart: 'Move to cart',
  savedForLater: { title: 'Saved to your wishlist' },
  cleared: { title: 'Cart cleared', body: 'All items have been removed from your cart.' },
  loginRequired: { title: 'Login Required', body: 'Please login to proceed with checkout' },
}

/** Cart and checkout messages about a line that can't be ordered or has a new price. */
export const lineMessages = {
  priceChanged: 'Price changed from {from} to {to}',
  removal: {
    gone: 'No longer available. Remove it to continue.',
    'sold-out': 'Sold out. Remove it to continue.',
  },
  size: {
    missing: 'Select a size',
    'sold-out': 'Size {choice} is sold out. Select another.',
    unavailable: 'Size {choice} is no longer available. Select another.',
  },
  color: {
    missing: 'Select a colour',
    unavailable: 'Colour {choice} is no longer available. Select another.',
  },
  option: {
    missing: 'Select {option}',
    unavailable: '{option} {choice} is no longer available. Select another.',
  },
  stock: 'Only {count} left. Lower the quantity to continue.',
  /** Refusals of the store API. */
  unavailable: 'Not available in this choice. Remove it to continue.',
  refused: "It can't be ordered now. Change or remove it to continue.",
} satisfies Record<string, string | Record<string, string>> & {
  removal: Record<NonNullable<LineIssues['removal']>, string>
  size: Record<NonNullable<LineIssues['size']>, string>
  color: Record<NonNullable<LineIssues['color']>, string>
  option: Record<NonNullable<LineIssues['option']>, string>
}

/** Toasts of Create Order about the first line that can't be ordered. */
export const lineToasts = {
  gone: { title: '{name} is no longer available', body: 'Remove it to continue.' },
  'sold-out': { title: '{name} is sold out', body: 'Remove it to continue.' },
  size: { title: 'Please select a size', body: 'Choose a size for {name} before you order.' },
  color: { title: 'Please select a colour', body: 'Choose a colour for {name} before you order.' },
  option: { title: 'Please choose again', body: 'Choose every option of {name} before you order.' },
  stock: { title: 'Too few pieces left', body: 'Lower the quantity of {name} to continue.' },
  refused: { title: "{name} can't be ordered now", body: 'Change or remove it to continue.' },
}
