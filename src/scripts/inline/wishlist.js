// Runs behind the wishlist: sized for what comes, before the first paint.
try {
  var count = JSON.parse(localStorage.getItem('wishlist') || '[]').length
  document.querySelector('[data-wishlist-empty]').hidden = count > 0
  document.querySelectorAll('[data-wishlist] > li').forEach((place, index) => {
    if (index >= count) place.remove()
  })
} catch {
  // An unreadable wishlist is shown as it comes; the wishlist store mends it when it loads.
}
