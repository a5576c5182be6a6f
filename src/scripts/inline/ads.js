// Load the deferred script (components/shell/Ads.astro) after the page, only when it measures visits, when the URL may have
// ad tags, or when the shopper opens the cookie settings.
;(() => {
  const later = document.getElementById('later')
  let isWanted = later.dataset.asks === 'visits' || location.search || document.referrer.includes('?')
  // From the load of the page until the script is inserted.
  let mayLoad = false
  const load = () => {
    if (!isWanted || !mayLoad) return
    mayLoad = false
    requestAnimationFrame(() => setTimeout(() => document.body.append(later.content.cloneNode(true))))
  }
  addEventListener('load', () => {
    mayLoad = true
    load()
  })
  // Remember a click on the consent button for scripts/consent-bar.ts, which loads later.
  addEventListener('click', ({ target }) => {
    if (!target.closest('[data-asks-again]')) return
    later.dataset.isAsked = ''
    isWanted = true
    load()
  })
})()
