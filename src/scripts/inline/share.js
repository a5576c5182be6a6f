// Share a product (components/catalogue/Share.astro) through the device's share sheet, else the clipboard.
document.documentElement.toggleAttribute('data-shares', 'share' in navigator)
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-share-by]')
  if (!button) return
  const { url, title, copied, failed } = button.parentElement.dataset
  // Closing the sheet is no failure.
  if (button.dataset.shareBy === 'sheet') return navigator.share({ title, url }).catch(() => undefined)
  const outcome = await navigator.clipboard?.writeText(url).then(
    () => copied,
    () => undefined,
  )
  button.parentElement.querySelector('output').textContent = outcome ?? `${failed} ${url}`
})
