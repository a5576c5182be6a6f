import type { FormLine } from '../lib/cart/card.ts'
import { rememberViewed } from '../lib/catalogue/viewed-products.ts'
import { PIN_CODE_KEY, readStored } from '../lib/platform/storage.ts'

const loadField = () => import('./pin-code-field.ts')

/** Connects what a product page needs only after its first view, and counts the product as viewed. Call it once per form. */
export function connectExtras(form: HTMLFormElement, line: FormLine): void {
  rememberViewed(line)
  connectBuyBar(form)
  preparePinCode(form)
}

/** Loads the code of the PIN code field on its first use, or when this visit has a PIN code. */
function preparePinCode(form: HTMLFormElement): void {
  const field = document.querySelector<HTMLInputElement>('[data-pin-code]')
  if (!field) return
  const load = () =>
    void loadField()
      .then(({ connectPinCode }) => connectPinCode(field, form))
      .catch(() => undefined)
  const isUsed = field === document.activeElement || field.value !== ''
  if (isUsed || readStored(PIN_CODE_KEY, 'sessionStorage') !== null) load()
  else field.addEventListener('focus', load, { once: true })
}

/** Part of a phone's screen that the header and the tab bar cover. */
const COVERED = '-8% 0px'

/** Shows the bar while the form's own button is off screen. */
function connectBuyBar(form: HTMLFormElement): void {
  const bar = document.querySelector('[data-buy-bar]')
  const ownButton = form.querySelector('[type=submit]')
  if (!bar || !ownButton) return
  // The bar is hidden from screen readers, so it must not take the focus.
  bar.addEventListener('mousedown', (event) => event.preventDefault())
  new IntersectionObserver((entries) => bar.toggleAttribute('data-shown', !entries.at(-1)?.isIntersecting), {
    rootMargin: COVERED,
  }).observe(ownButton)
}
