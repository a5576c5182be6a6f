// Runs behind the hearts: filled before the first paint.
try {
  var wished = JSON.parse(localStorage.getItem('wishlist') || '[]').map((item) => item.id)
  for (var button of document.querySelectorAll('[data-wish]')) {
    button.setAttribute('aria-pressed', String(wished.includes(button.dataset.wish)))
  }
} catch {
  // An unreadable wishlist fills no heart here; the wishlist store mends it when it loads.
}
