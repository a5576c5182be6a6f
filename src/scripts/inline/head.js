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
// Firefox stops loading a page's scripts when a link is followed: an island that fails to start then is no error.
let isLeaving = false
window.navigation?.addEventListener('navigate', ({ hashChange, downloadRequest }) => {
  isLeaving ||= !hashChange && downloadRequest === null
})
addEventListener('astro:hydration-error', (event) => {
  if (isLeaving) return event.preventDefault()
  for (const { dataset } of event.target.querySelectorAll('[data-hydrating]')) {
    delete dataset.pressed
    dataset.failed = ''
  }
})
try {
  if (localStorage.getItem('grid') === '2') document.documentElement.dataset.grid = '2'
} catch {
  // A browser without storage shows 3 columns.
}
