/**
 * Calls `load` once, when the shopper begins to use the page: with the first scroll or key, with a move of the mouse, or when
 * a finger touches it. A touch of a link only leaves the page. A page under the service worker's control, which is every
 * page but a new shopper's first, loads at once, so that the worker copies its scripts for use without a network.
 */
export function whenUsed(load: () => void): void {
  // `serviceWorker` is absent without https.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (serviceWorker?.controller) {
    load()
    return
  }
  const unused = new AbortController()
  const begin = (event: Event) => {
    if (event instanceof PointerEvent && event.pointerType === 'touch' && leavesPage(event.target)) return
    unused.abort()
    load()
  }
  for (const type of ['scroll', 'keydown', 'pointerover'])
    document.addEventListener(type, begin, { signal: unused.signal, capture: true, passive: true })
}

function leavesPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a:not([role])') !== null
}
