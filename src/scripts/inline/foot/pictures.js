// A picture that fails makes room for the placeholder icon. §2 Product card
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
  // Those that failed before this script ran.
  for (const image of document.images) {
    if (image.complete && image.naturalWidth === 0 && image.currentSrc) showPlaceholder(image)
  }
})()
