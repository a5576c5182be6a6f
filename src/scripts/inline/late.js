// The page's scripts begin when it has been painted, which they would hold up. What was pressed or chosen before they
// were there is pressed or chosen once more for them. In the head: a form can be pressed before the page's foot is there.
;(() => {
  const repeatable = { click: '[data-needs-script] button,[data-action]', change: 'form[action] select' }
  let early = []

  const remember = (event) => {
    const pressed = early && event.target.closest(repeatable[event.type])
    // What opens another tab or window is the browser's.
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // Who presses again because nothing happens wants it once; a step of the quantity counts each time.
    if (pressed.dataset.step || !early.some(({ target }) => pressed.contains(target))) early.push(event)
  }

  const begin = () => {
    let script
    for (const template of document.querySelectorAll('template[data-script]')) {
      script = template.content.firstChild
      // In their order: what a script puts into the page runs as soon as it is there.
      script.async = false
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
  addEventListener('DOMContentLoaded', () => {
    // A page that is prepared before it is shown is not painted.
    if (document.hidden) begin()
    else requestAnimationFrame(() => setTimeout(begin))
  })
})()
