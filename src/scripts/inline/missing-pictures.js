// Replace a picture that fails to load by the placeholder icon, and try it once more behind it: a storefront repeats a
// failed fetch after 10 s.
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
    setTimeout(() => {
      const again = image.cloneNode()
      again.loading = 'eager'
      again.onload = () => placeholder.replaceWith(again)
    }, 11000)
  }

  document.addEventListener('error', ({ target }) => showPlaceholder(target), { capture: true })
  // Pictures that failed before this script ran.
  for (const image of document.images) {
    if (image.complete && image.naturalWidth === 0 && image.currentSrc) showPlaceholder(image)
  }
})()
