import { $wishlist, isWished } from '../lib/wishlist/wishlist.ts'

/** Updates the hearts from the wishlist, also after a change in another tab. */
export function markWishes(): void {
  $wishlist.subscribe(mark)
  document.addEventListener('section-shown', mark)
}

function mark(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-wish]')) {
    button.ariaPressed = String(isWished($wishlist.get(), button.dataset.wish ?? ''))
  }
}
