// Say so when a script does not arrive: an island, a script that scripts/inline/delayed-scripts.js starts, or code that
// loads on demand (scripts/preload-chunks.mjs). The notice disappears when the script arrives after all.
;(() => {
  // Following a link stops the loading of scripts: a failure counts when the page is still open after this time.
  const LEAVING_MS = 5000
  const notice = document.getElementById('incomplete').content.firstElementChild
  let isLost = false
  let isLeaving = false

  const update = () => {
    const part = document.querySelector('astro-island[ssr],[data-waiting]')
    if (!part && !isLost) return notice.remove()
    // Moving the notice would lose the focus and a press that has begun.
    if (notice.isConnected) return
    if (part?.localName === 'astro-island') part.before(notice)
    else document.getElementById('toasts').append(notice)
  }
  const lose = () => {
    isLost = true
    update()
  }
  const updateShown = ({ target }) => {
    delete target.dataset?.waiting
    if (notice.isConnected) update()
  }

  notice.lastElementChild.onclick = () => location.reload()
  window.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
    isLeaving ||= !destination.sameDocument && downloadRequest === null
  })
  // An island that failed because the page is left is no error for the console.
  addEventListener('astro:hydration-error', (event) => isLeaving && event.preventDefault())
  addEventListener('script-lost', () => (isLeaving ? setTimeout(lose, LEAVING_MS) : lose()))
  document.addEventListener(
    'error',
    ({ target }) => target.dataset?.waiting === '' && setTimeout(update, LEAVING_MS),
    true,
  )
  document.addEventListener('load', updateShown, true)
  document.addEventListener('astro:hydrate', updateShown, true)
  const watch = () => setTimeout(update, SCRIPT_TIMEOUT_MS)
  // The scripts of a prerendered page start when it is opened (scripts/inline/delayed-scripts.js).
  if (document.prerendering) document.addEventListener('prerenderingchange', watch)
  else watch()
})()
