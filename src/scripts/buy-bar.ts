/** Part of a phone's screen that the header and the tab bar cover. */
const COVERED = '-8% 0px'

/** Shows the bar while the form's own button is off screen. Call it once per form. */
export function connectBuyBar(form: HTMLFormElement): void {
  const bar = document.querySelector('[data-buy-bar]')
  const ownButton = form.querySelector('[type=submit]')
  if (!bar || !ownButton) return
  // The bar is hidden from screen readers, so it must not take the focus.
  bar.addEventListener('mousedown', (event) => event.preventDefault())
  new IntersectionObserver((entries) => bar.toggleAttribute('data-shown', !entries.at(-1)?.isIntersecting), {
    rootMargin: COVERED,
  }).observe(ownButton)
}
