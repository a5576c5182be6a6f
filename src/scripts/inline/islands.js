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
// Forms of an island that failed are submitted no more (scripts/inline/lost-scripts.js says so).
addEventListener('astro:hydration-error', ({ target }) => {
  for (const { dataset } of target.querySelectorAll('[data-hydrating]')) {
    delete dataset.pressed
    dataset.failed = ''
  }
  dispatchEvent(new Event('script-lost'))
})
