// Runs before the first paint: CSS then shows what belongs to this shopper, without a flash and without a shift.
document.documentElement.dataset.session = /(?:^|; )auth_token=[^;]/.test(document.cookie)
  ? 'signed-in'
  : 'guest'
document.documentElement.classList.add('js')
// A form of an island is submitted by its island: what is pressed before waits for it (islands/ui/Form.tsx).
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
// Browsers stop loading a page's scripts when a link is followed. An island that fails to start then is an error only if
// the page is still there after a while.
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
  }
  if (!isLeaving) return showFailed()
  event.preventDefault()
  setTimeout(showFailed, LEAVING_MS)
})
try {
  if (localStorage.getItem('grid') === '2') document.documentElement.dataset.grid = '2'
} catch {
  // A browser without storage shows 3 columns.
}
