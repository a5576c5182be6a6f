// The hearts are filled before the first paint.
try {
  const wished = JSON.parse(localStorage.getItem('wishlist') || '[]').map((item) => item.id)
  for (const button of document.querySelectorAll('[data-wish]')) {
    button.setAttribute('aria-pressed', String(wished.includes(button.dataset.wish)))
  }
} catch {
  // An unreadable wishlist fills no heart here; the wishlist store mends it when it loads.
}
