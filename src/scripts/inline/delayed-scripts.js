// Start the page's scripts after the first paint, which they would delay, and repeat the clicks and choices made
// before. This runs in the head, because a form can be used before the end of the page has loaded.
;(() => {
  const repeatable = {
    // scripts/inline/ads.js answers its own button at once.
    click: '[data-needs-script] button:not([data-asks-again]),[data-action]',
    change: 'form[action] *,[form]',
  }
  let early = []

  const remember = (event) => {
    const pressed = early && event.target.closest(repeatable[event.type])
    // Leave links that open another tab or window to the browser.
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // The last repeated press or change counts; every step of the quantity counts.
    if (!pressed.dataset.step) early = early.filter(({ target }) => !pressed.contains(target))
    early.push(event)
  }

  const begin = () => {
    let script
    for (const template of document.querySelectorAll('template[data-script]')) {
      script = template.content.firstChild
      // Keep the order of the scripts: an inserted script is async by default.
      script.async = false
      script.dataset.waiting = ''
      template.replaceWith(script)
    }
    script.onload = script.onerror = () => {
      const repeated = early
      early = undefined
      for (const event of repeated) event.target.dispatchEvent(new event.constructor(event.type, event))
    }
  }

  addEventListener('click', remember, true)
  addEventListener('change', remember, true)
  // A page in a background tab is not painted.
  const beginSoon = () => (document.hidden ? begin() : requestAnimationFrame(() => setTimeout(begin)))
  addEventListener('DOMContentLoaded', () => {
    // A prerendered page counts no visit and writes nothing: the shopper may never open it.
    if (document.prerendering) document.addEventListener('prerenderingchange', beginSoon)
    else beginSoon()
  })
})()
