// Say so when a script of the page does not arrive: an island, a script that scripts/inline/delayed-scripts.js starts, or
// code that loads on demand (scripts/preload-chunks.mjs). The notice disappears when the script arrives after all.
;(() => {
  const WAIT_MS = 9000
  // Following a link stops the loading of scripts. Until then a failure counts only when the page is still open.
  const LEAVING_MS = 5000
  const notice = document.getElementById('incomplete').content.firstElementChild
  // Without its words, a Hindi page has English texts.
  let isLost = document.documentElement.lang === 'hi' && !globalThis.pageWords
  let isShown = isLost
  let isLeaving = false

  const update = () => {
    if (!isShown) return
    const island = document.querySelector('astro-island[ssr]')
    if (!island && !isLost && !document.querySelector('[data-waiting]')) return notice.remove()
    for (const { dataset } of document.querySelectorAll('[data-hydrating]')) {
      delete dataset.pressed
      dataset.failed = ''
    }
    if (notice.isConnected) return
    if (island) island.before(notice)
    else document.getElementById('toasts').append(notice)
  }
  const show = () => {
    isShown = true
    update()
  }
  const lose = (then = show) => setTimeout(then, isLeaving ? LEAVING_MS : 0)

  notice.lastElementChild.onclick = () => location.reload()
  window.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
    isLeaving ||= !destination.sameDocument && downloadRequest === null
  })
  addEventListener('astro:hydration-error', (event) => {
    if (isLeaving) event.preventDefault()
    lose()
  })
  addEventListener('script-lost', () => {
    lose(() => {
      isLost = true
      show()
    })
  })
  document.addEventListener('error', ({ target }) => target.dataset?.waiting === '' && lose(), true)
  document.addEventListener(
    'load',
    ({ target }) => {
      delete target.dataset?.waiting
      update()
    },
    true,
  )
  addEventListener('astro:hydrate', update, true)
  setTimeout(show, WAIT_MS)
  update()
})()
