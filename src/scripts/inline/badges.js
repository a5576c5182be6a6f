const showCount = (selector, count) => {
  for (const badge of document.querySelectorAll(selector)) {
    badge.textContent = String(count)
    badge.hidden = count === 0
  }
}

const showCart = () => {
  try {
    const lines = JSON.parse(localStorage.getItem('cart') || '[]')
    const count = lines.reduce(
      (sum, line) => sum + (line && line.quantity > 0 ? Math.trunc(line.quantity) : 0),
      0,
    )
    showCount('[data-cart-count]', count)
  } catch {
    // An unreadable cart shows no badge; the cart store repairs it when it loads.
  }
}

const showWishes = () => {
  try {
    const wished = JSON.parse(localStorage.getItem('wishlist') || '[]').map((item) => item.id)
    showCount('[data-wish-count]', wished.length)
    for (const button of document.querySelectorAll('[data-action=wish]')) {
      const { id } = JSON.parse(button.closest('[data-card]').dataset.card)
      button.setAttribute('aria-pressed', String(wished.includes(id)))
    }
  } catch {
    // An unreadable wishlist fills no heart; the wishlist store repairs it when it loads.
  }
}

// Fill the badges of the cart links, the hearts and the badge of the wishlist before the first paint.
showCart()
showWishes()
// A prerendered page is painted when it is opened; the shopper may have changed all of this meanwhile.
for (const show of [globalThis.setAttributes, globalThis.showConsent, showCart, showWishes])
  document.addEventListener('prerenderingchange', show)
