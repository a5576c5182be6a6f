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
// the page stays, which browsers with the Navigation API tell.
let isLeaving = false
const failed = []
function showFailed() {
  for (const { dataset } of failed.splice(0)) {
    delete dataset.pressed
    dataset.failed = ''
  }
}
function stay() {
  isLeaving = false
  showFailed()
}
window.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
  isLeaving ||= !destination.sameDocument && downloadRequest === null
})
window.navigation?.addEventListener('navigateerror', stay)
addEventListener('pageshow', ({ persisted }) => persisted && stay())
addEventListener('astro:hydration-error', (event) => {
  failed.push(...event.target.querySelectorAll('[data-hydrating]'))
  if (isLeaving) event.preventDefault()
  else showFailed()
})
try {
  if (localStorage.getItem('grid') === '2') document.documentElement.dataset.grid = '2'
} catch {
  // A browser without storage shows 3 columns.
}
