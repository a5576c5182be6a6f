// The style sheet of islands blocks the first paint and the parser. When it does not arrive, show the page without it,
// and that it is incomplete (scripts/inline/lost-scripts.js).
;(() => {
  const report = () => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', report)
    else dispatchEvent(new Event('script-lost'))
  }
  addEventListener('error', ({ target }) => target.rel === 'stylesheet' && report(), true)
  const check = () => {
    const link = document.querySelector('head > link[rel=stylesheet]')
    // Absent while the parser has not come to it.
    if (!link) return setTimeout(check, SCRIPT_TIMEOUT_MS)
    if (link.sheet) return
    link.remove()
    report()
  }
  setTimeout(check, SCRIPT_TIMEOUT_MS)
})()
