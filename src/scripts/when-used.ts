/**
 * Calls `load` once, when the shopper begins to use the page: with the first scroll, key or press. A press on a link only
 * leaves the page.
 */
export function whenUsed(load: () => void): void {
  const unused = new AbortController()
  const begin = ({ type, target }: Event) => {
    if (type === 'pointerdown' && target instanceof Element && target.closest('a')) return
    unused.abort()
    load()
  }
  for (const type of ['scroll', 'keydown', 'pointerdown'])
    document.addEventListener(type, begin, { signal: unused.signal, capture: true, passive: true })
}
