/** What the header and the tab bar cover of a phone's screen. */
const COVERED = '-8% 0px'

/** Shows the bar while the form's own button is out of sight; called once for a form, which it goes on watching. */
export function connectBuyBar(form: HTMLFormElement): void {
  const bar = document.querySelector('[data-buy-bar]')
  const ownButton = form.querySelector('[type=submit]')
  if (!bar || !ownButton) return
  // What is hidden from screen readers must not take the focus.
  bar.addEventListener('mousedown', (event) => event.preventDefault())
  new IntersectionObserver((entries) => bar.toggleAttribute('data-shown', !entries.at(-1)?.isIntersecting), {
    rootMargin: COVERED,
  }).observe(ownButton)
}
