// Show the consent bar (components/shell/ConsentBar.astro) in the first paint, unless the shopper has answered. The ad tags
// may be those of the page before, left before its script ran.
{
  const bar = document.getElementById('consent')
  const { referrer } = document
  const before = referrer.startsWith(location.origin + '/') ? referrer : ''
  // scripts/inline/badges.js calls it again when a prerendered page is opened.
  var showConsent = () => {
    try {
      bar.hidden = localStorage.consent || !RegExp(bar.dataset.asksAt).test(location.search + before)
    } catch {
      // Without storage, scripts/consent-bar.ts shows it.
    }
  }
  showConsent()
}
