// The badges of the cart links are filled before the first paint.
try {
  const lines = JSON.parse(localStorage.getItem('cart') || '[]')
  const count = lines.reduce(
    (sum, line) => sum + (line && line.quantity > 0 ? Math.trunc(line.quantity) : 0),
    0,
  )
  for (const badge of document.querySelectorAll('[data-cart-count]')) {
    badge.textContent = String(count)
    badge.hidden = count === 0
  }
} catch {
  // An unreadable cart shows no badge here; the cart store mends it when it loads.
}

// Who comes back finds the page that was left, not the menu over it.
addEventListener('pagehide', () => document.getElementById('menu')?.hidePopover?.())

// A picture that fails makes room for the placeholder icon.
;(() => {
  const showPlaceholder = (image) => {
    if (image.dataset?.picture === undefined) return
    if (image.dataset.picture === 'optional') return image.remove()
    const placeholder = document.createElement('span')
    placeholder.className = 'picture-missing'
    if (image.alt) {
      placeholder.role = 'img'
      placeholder.ariaLabel = image.alt
    }
    image.replaceWith(placeholder)
  }

  document.addEventListener('error', ({ target }) => showPlaceholder(target), { capture: true })
  // Those that failed before this script ran.
  for (const image of document.images) {
    if (image.complete && image.naturalWidth === 0 && image.currentSrc) showPlaceholder(image)
  }
})()

// The hearts are filled before the first paint.
try {
  const wished = JSON.parse(localStorage.getItem('wishlist') || '[]').map((item) => item.id)
  for (const button of document.querySelectorAll('[data-wish]')) {
    button.setAttribute('aria-pressed', String(wished.includes(button.dataset.wish)))
  }
} catch {
  // An unreadable wishlist fills no heart here; the wishlist store mends it when it loads.
}
