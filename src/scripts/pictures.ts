/** A picture that fails makes room for the placeholder icon. §2 Product card */
document.addEventListener('error', ({ target }) => showPlaceholder(target), { capture: true })

// Pictures that failed before this script ran.
for (const image of document.images) {
  if (image.complete && image.naturalWidth === 0 && image.currentSrc) showPlaceholder(image)
}

function showPlaceholder(target: EventTarget | null): void {
  if (!(target instanceof HTMLImageElement) || target.dataset.picture === undefined) return
  if (target.dataset.picture === 'optional') return target.remove()
  const placeholder = document.createElement('span')
  placeholder.className = 'picture-missing'
  if (target.alt) {
    placeholder.role = 'img'
    placeholder.ariaLabel = target.alt
  }
  target.replaceWith(placeholder)
}
