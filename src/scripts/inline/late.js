// The page's scripts begin when it has been painted, which they would hold up. What was pressed or chosen before they
// were there is pressed or chosen once more for them.
;(() => {
  let early = []

  const remember = (event) => {
    if (!early || !event.target.closest('[data-needs-script] button, [data-action], select')) return
    event.preventDefault()
    early.push(event)
  }

  const begin = () => {
    let script
    for (const template of document.querySelectorAll('template[data-script]')) {
      script = template.content.firstChild
      template.replaceWith(script)
    }
    // They run in their order.
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
