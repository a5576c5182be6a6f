// The style sheet of islands holds up the first paint and the parser. When it does not arrive, show the page without it,
// and that it is incomplete (scripts/inline/lost-scripts.js).
;(() => {
  const say = () => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', say)
    else dispatchEvent(new Event('script-lost'))
  }
  addEventListener('error', ({ target }) => target.rel === 'stylesheet' && say(), true)
  setTimeout(() => {
    const link = document.querySelector('head > link[rel=stylesheet]')
    if (link.sheet) return
    link.remove()
    say()
  }, SCRIPT_TIMEOUT_MS)
})()
