// Reserve the space of the wishlist's cards before the first paint.
try {
  var count = JSON.parse(localStorage.getItem('wishlist') || '[]').length
  document.querySelector('[data-wishlist-empty]').hidden = count > 0
  document.querySelectorAll('[data-wishlist] > li').forEach((place, index) => {
    if (index >= count) place.remove()
  })
} catch {
  // Leave the space as it is for an unreadable wishlist; the wishlist store repairs it when it loads.
}
