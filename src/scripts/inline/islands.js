// Intercept submits of an island's form before hydration; the island submits it later (islands/ui/Form.tsx).
addEventListener(
  'submit',
  (event) => {
    const { dataset } = event.target
    if (dataset.hydrating === undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (dataset.failed === undefined) dataset.pressed = ''
  },
  true,
)
// Following a link stops the loading of scripts. A failed island is an error only when the page is still open after
// this time.
const LEAVING_MS = 5000
let isLeaving = false
window.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
  isLeaving ||= !destination.sameDocument && downloadRequest === null
})
addEventListener('astro:hydration-error', (event) => {
  const showFailed = () => {
    for (const { dataset } of event.target.querySelectorAll('[data-hydrating]')) {
      delete dataset.pressed
      dataset.failed = ''
    }
    dispatchEvent(new Event('script-lost'))
  }
  if (!isLeaving) return showFailed()
  event.preventDefault()
  setTimeout(showFailed, LEAVING_MS)
})
