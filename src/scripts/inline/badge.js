// Runs right behind the cart links: the badges are filled before the first paint.
try {
  var lines = JSON.parse(localStorage.getItem('cart') || '[]')
  var count = lines.reduce(function (sum, line) {
    return sum + (line && line.quantity > 0 ? Math.trunc(line.quantity) : 0)
  }, 0)
  document.querySelectorAll('[data-cart-count]').forEach(function (badge) {
    badge.textContent = String(count)
    badge.hidden = count === 0
  })
} catch {
  // An unreadable cart shows no badge here; the cart store mends it when it loads.
}
