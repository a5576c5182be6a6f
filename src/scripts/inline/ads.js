// Load the deferred script (components/shell/Ads.astro) after the page, only when it has to ask for consent or the URL may
// have ad tags.
addEventListener('load', () => {
  const later = document.getElementById('later')
  if (later.dataset.asks === undefined && !location.search && !document.referrer.includes('?')) return
  requestAnimationFrame(() => setTimeout(() => document.body.append(later.content.cloneNode(true))))
})
// Remember a click on the consent button for scripts/consent-bar.ts, which loads later.
addEventListener('click', ({ target }) => {
  if (target.closest('[data-asks-again]')) document.getElementById('later').dataset.isAsked = ''
})
