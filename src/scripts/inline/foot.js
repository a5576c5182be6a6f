const showCount = (selector, count) => {
  for (const badge of document.querySelectorAll(selector)) {
    badge.textContent = String(count)
    badge.hidden = count === 0
  }
}

// Fill the badges of the cart links before the first paint.
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

// Close the menu, so that the page returns from the back/forward cache without it.
addEventListener('pagehide', () => document.getElementById('menu')?.hidePopover?.())

// Keep the keyboard in the open menu. `toggle` comes after the menu has the focus, `beforetoggle` before it returns it.
{
  const menu = document.getElementById('menu')
  const setInert = ({ type, newState }) => {
    if ((type === 'toggle') !== (newState === 'open')) return
    for (const element of menu.parentElement.children)
      if (element !== menu && element.id !== 'toasts') element.inert = newState === 'open'
  }
  menu?.addEventListener('toggle', setInert)
  menu?.addEventListener('beforetoggle', setInert)
}

// Where CSS shows the search box before the icons, the keyboard reaches it there, too.
{
  const search = document.querySelector('.site-search')
  const isWide = matchMedia('(min-width: 1280px)')
  const row = document.querySelector('.site-header-row')
  const place = () => (isWide.matches ? row.lastElementChild.before(search) : row.after(search))
  if (search) {
    isWide.addEventListener('change', place)
    place()
  }
}

// Replace a picture that fails to load by the placeholder icon.
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
  // Pictures that failed before this script ran.
  for (const image of document.images) {
    if (image.complete && image.naturalWidth === 0 && image.currentSrc) showPlaceholder(image)
  }
})()

// Fill the hearts and the badge of the wishlist before the first paint.
try {
  const wished = JSON.parse(localStorage.getItem('wishlist') || '[]').map((item) => item.id)
  showCount('[data-wish-count]', wished.length)
  for (const button of document.querySelectorAll('[data-wish]')) {
    button.setAttribute('aria-pressed', String(wished.includes(button.dataset.wish)))
  }
} catch {
  // An unreadable wishlist fills no heart; the wishlist store repairs it when it loads.
}
