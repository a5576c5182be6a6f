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
