/**
 * Calls `load` once, when the shopper begins to use the page: with the first scroll, key or press. A press on a link only
 * leaves the page. Pages after the first of a visit load at once, so that the service worker has copies of the scripts when
 * the network is gone.
 */
export function whenUsed(load: () => void): void {
  // `serviceWorker` is absent without https.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (serviceWorker?.controller) {
    load()
    return
  }
  const unused = new AbortController()
  const begin = ({ type, target }: Event) => {
    if (type === 'pointerdown' && target instanceof Element && target.closest('a')) return
    unused.abort()
    load()
  }
  for (const type of ['scroll', 'keydown', 'pointerdown'])
    document.addEventListener(type, begin, { signal: unused.signal, capture: true, passive: true })
}
