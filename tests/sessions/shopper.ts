import type { HTMLElement, HTMLInputElement, HTMLTextAreaElement } from 'happy-dom'

import { AUTH_COOKIE } from '@tanabana/contract/constants.ts'
import { checkoutMessages } from '../../src/lib/checkout/messages.ts'
import type { Browser } from './browser.ts'
import { Controls } from './controls.ts'
import { pick } from './random.ts'
import { ACCOUNTS, type Account } from './shop.ts'

/** Of each account's address, so that every order says whose it is. */
export const CITIES: Record<Account, string> = { 'asha@example.com': 'Pune', 'meera@example.com': 'Kochi' }

const FIELDS = ['fullName', 'address', 'city', 'state', 'postalCode', 'phone'] as const

/** The person before the browser, who acts on the tab that is shown and knows only what it says. */
export class Shopper {
  readonly #browser: Browser
  /** The account of the last sign-in; signing in again uses it. */
  account: Account = ACCOUNTS[0]

  constructor(browser: Browser) {
    this.#browser = browser
  }

  get path(): string {
    return this.#browser.shown.page?.url.pathname ?? ''
  }

  get controls(): Controls | undefined {
    const { page } = this.#browser.shown
    return page && new Controls(page)
  }

  goTo(path: string): void {
    this.#browser.shown.go(path)
  }

  pressCard(choice: number): void {
    const { controls } = this
    controls?.press(pick(controls.all('[data-action="add-to-cart"]'), choice))
  }

  openQuickView(choice: number): void {
    const { controls } = this
    controls?.press(pick(controls.all('[data-action="quick-view"]'), choice))
  }

  openProduct(choice: number): void {
    const links = this.controls?.all('.product-card-text a') ?? []
    const address = pick(links, choice)?.getAttribute('href')
    if (address) this.goTo(address)
  }

  /** Chooses what the form of a product page or Quick View offers, and presses Add to Cart. */
  addFromForm(choice: number, quantity: number): void {
    const { controls } = this
    const form = controls?.all('[data-product-form]').at(-1)
    if (!controls || !form) return
    for (const name of ['size', 'color']) {
      const offered = [...form.querySelectorAll(`input[name=${name}]`)] as HTMLInputElement[]
      controls.press(
        pick(
          offered.filter(({ disabled }) => !disabled),
          choice,
        ),
      )
    }
    const field = form.querySelector<HTMLInputElement>('input[name=quantity]')
    if (field) controls.type(field, String(quantity))
    controls.press(form.querySelector('[type=submit]') as HTMLInputElement)
  }

  signIn(account: Account): void {
    const { controls } = this
    const [email, password] = ['email', 'password'].map((name) => controls?.find(`input[name=${name}]`))
    if (!controls || !email || !password) return
    this.account = account
    controls.type(email, account)
    controls.type(password, 'khadi-loom-42')
    controls.press(controls.find('form [type=submit]'))
  }

  signOut(): void {
    const { controls } = this
    controls?.press(controls.buttons('Sign Out')[0])
  }

  /** What is empty is filled with the address of the account that is signed in now; `isNew` fills every field. */
  typeAddress(isNew = false): void {
    const { controls } = this
    const account = this.#browser.shop.accountOf(this.#browser.cookies.get(AUTH_COOKIE))
    if (!controls || !account) return
    for (const name of FIELDS) {
      const field = controls.find(`[name=${name}]`) as HTMLInputElement | HTMLTextAreaElement | undefined
      if (field && (isNew || field.value.trim() === '')) {
        controls.type(field, name === 'city' ? CITIES[account] : `${name} of ${account}`)
      }
    }
  }

  changeQuantity(choice: number, by: 1 | -1): void {
    const { controls } = this
    const sentence = by > 0 ? 'Increase quantity of {name}' : 'Decrease quantity of {name}'
    const [before = '', after = ''] = controls?.t(sentence).split('{name}') ?? []
    const buttons = controls?.all('button').filter((button) => {
      const label = button.getAttribute('aria-label') ?? ''
      return label.startsWith(before) && label.endsWith(after)
    })
    controls?.press(pick(buttons ?? [], choice))
  }

  removeLine(choice: number): void {
    const { controls } = this
    controls?.press(pick(controls.buttons('Remove'), choice))
  }

  goOnFromCart(): void {
    const { controls } = this
    const button = controls?.find('[data-begins-checkout]')
    if (button) controls?.press(button)
    else this.goTo('/products')
  }

  /** Chooses a size or colour that a line lacks, or removes a line that can't be ordered; false where none asks for it. */
  settleLine(choice: number): boolean {
    const { controls } = this
    const [first] = controls?.all('[data-line-issue]') ?? []
    if (!controls || !first) return false
    const offered = [...(first.parentElement?.querySelectorAll('button') ?? [])] as HTMLElement[]
    const isChoice = first.closest('[role=group]') !== null
    const open = offered.filter((button) => !button.hasAttribute('disabled'))
    return controls.press(isChoice ? pick(open, choice) : first)
  }

  /** Reads what the page warns of: from then on another order is meant. */
  readAlerts(): void {
    const { controls } = this
    const alerts = controls?.all('[role=alert]').map(({ textContent }) => textContent)
    if (!controls || !alerts?.includes(controls.t(checkoutMessages.earlierOrder.body))) return
    this.#browser.shop.noteAllSeen(this.#browser.clock.now)
  }

  /** Looks at the total and presses Create Order so many times; false where there is nothing to press. */
  order(presses: number): boolean {
    const { controls } = this
    const button = controls?.find('form [type=submit]')
    if (!controls || !button || this.path !== '/checkout') return false
    // While it is being sent another press does nothing.
    if (button.getAttribute('aria-disabled') === 'true') return false
    controls.page.press = { at: this.#browser.clock.now, total: shownTotal(controls) }
    for (let press = 0; press < presses; press++) controls.press(button)
    return true
  }
}

/** Paise; `undefined` where the page shows no total. */
function shownTotal(controls: Controls): number | undefined {
  const term = controls.all('dt').find(({ textContent }) => textContent === controls.t('Total'))
  const text = term?.nextElementSibling.textContent
  return text ? Math.round(Number(text.replace(/[^\d.]/g, '')) * 100) : undefined
}
