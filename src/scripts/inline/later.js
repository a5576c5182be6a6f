// What may wait until the page has loaded and is seen (components/Ads.astro) is asked for then; not where it has
// nothing to do: no question to ask, and no address that could name an ad.
addEventListener('load', () => {
  const later = document.getElementById('later')
  if (later.dataset.asks === undefined && !location.search && !document.referrer.includes('?')) return
  requestAnimationFrame(() => setTimeout(() => document.body.append(later.content.cloneNode(true))))
})
// Who wants to change the answer before scripts/consent-bar.ts is there is heard by it when it comes.
addEventListener('click', ({ target }) => {
  if (target.closest('[data-asks-again]')) document.getElementById('later').dataset.isAsked = ''
})
