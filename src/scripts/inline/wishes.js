// Runs behind the hearts and behind the wishlist: filled, and sized for what comes, before the first paint.
try {
  var wished = JSON.parse(localStorage.getItem('wishlist') || '[]').map(function (item) {
    return item.id
  })
  document.querySelectorAll('[data-wish]').forEach(function (button) {
    button.setAttribute('aria-pressed', String(wished.includes(button.dataset.wish)))
  })
  var empty = document.querySelector('[data-wishlist-empty]')
  if (empty) {
    empty.hidden = wished.length > 0
    document.querySelectorAll('[data-wishlist] > li').forEach(function (place, index) {
      if (index >= wished.length) place.remove()
    })
  }
} catch {
  // An unreadable wishlist fills no heart here; the wishlist store mends it when it loads.
}
