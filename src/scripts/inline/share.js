// Passing a product on (components/Share.astro): by the device's own sheet where there is one, else by the clipboard.
document.documentElement.toggleAttribute('data-shares', 'share' in navigator)
document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-share-by]')
  if (!button) return
  const { url, title, copied, failed } = button.parentElement.dataset
  // Who closes the sheet has not failed.
  if (button.dataset.shareBy === 'sheet') return navigator.share({ title, url }).catch(() => undefined)
  const outcome = await navigator.clipboard?.writeText(url).then(
    () => copied,
    () => undefined,
  )
  button.parentElement.querySelector('output').textContent = outcome ?? `${failed} ${url}`
})
