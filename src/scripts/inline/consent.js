// Show the consent bar (components/shell/ConsentBar.astro) in the first paint, unless the shopper has answered. The page with
// the ad tags may have been left before its script ran.
{
  const bar = document.getElementById('consent')
  try {
    bar.hidden = localStorage.consent || !RegExp(bar.dataset.asksAt).test(location.search + document.referrer)
  } catch {
    // Without storage, scripts/consent-bar.ts shows it.
  }
}
