// The style sheet of islands holds up the first paint and the parser. When it does not arrive, show the page without it,
// and that it is incomplete (scripts/inline/lost-scripts.js).
;(() => {
  const report = () => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', report)
    else dispatchEvent(new Event('script-lost'))
  }
  addEventListener('error', ({ target }) => target.rel === 'stylesheet' && report(), true)
  setTimeout(() => {
    const link = document.querySelector('head > link[rel=stylesheet]')
    // Absent where the parser has not come to it yet.
    if (!link || link.sheet) return
    link.remove()
    report()
  }, SCRIPT_TIMEOUT_MS)
})()
