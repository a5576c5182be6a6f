import type { CatalogueProduct } from '../../api/db/catalogue-product.ts'
import { parseCart, type CartLine } from '../../src/lib/cart/cart.ts'
import { Browser } from './browser.ts'
import { CATALOGUE, sizesOf, soldOutOf, withSoldOut } from './catalogue.ts'
import { Clock } from './clock.ts'
import type { NetworkState } from './network.ts'
import { pick, randomFrom } from './random.ts'
import { ACCOUNTS, type Shop } from './shop.ts'
import { Shopper } from './shopper.ts'
import type { MerchantStep, Session, Step } from './steps.ts'
import { findViolations, type Rule } from './violations.ts'

const LINES_SETTLED_MAX = 10

/** What a session met. */
type Situation =
  | 'price edited in the cart'
  | 'size sold out in the cart'
  | 'product taken out of the shop in the cart'
  | 'ordered with a size missing'
  | 'signed out with a full cart'
  | 'another account in the same browser'
  | 'session ended by the shop'
  | 'several tabs'
  | 'pressed twice'
  | 'answer lost'
  | 'slow network'
  | 'no network'
  | 'storage full at the order'
  | 'back to a kept page'

export interface Outcome {
  orders: number
  violations: Rule[]
  situations: Set<Situation>
}

/** Shops through one session and says what its orders are worth. */
export async function runSession(shop: Shop, { language, seed, steps }: Session): Promise<Outcome> {
  await shop.reset()
  const clock = new Clock()
  const random = randomFrom(seed)
  // The storefront's server writes in the language of the page.
  globalThis.pageWords = language === 'hi' ? globalThis.hindiWords : undefined
  const browser = new Browser({ clock, shop, language, random })
  const run = new Run(browser, shop)
  browser.shown.go('/products')
  await clock.advance(500)
  for (const step of steps) {
    await run.take(step)
    await clock.advance(step.pause)
    run.look()
    browser.network.networkState = run.networkState
  }
  // Wait for calls in flight.
  await clock.advance(60_000)
  await browser.close()
  return { ...(await findViolations(shop)), situations: run.situations }
}

/** Takes the steps of one session. */
class Run {
  readonly situations = new Set<Situation>()
  networkState: NetworkState = 'fine'
  readonly #browser: Browser
  readonly #shop: Shop
  readonly #shopper: Shopper

  constructor(browser: Browser, shop: Shop) {
    this.#browser = browser
    this.#shop = shop
    this.#shopper = new Shopper(browser)
  }

  /** What the shopper knows after a step: what the page warns of, and what is no longer in the cart. */
  look(): void {
    this.#shopper.readAlerts()
    this.#shop.noteCart(new Set(this.#cart().map(({ id }) => id)), this.#browser.clock.now)
  }

  async take(step: Step): Promise<void> {
    const shopper = this.#shopper
    switch (step.act) {
      case 'go on':
        return this.#goOn()
      case 'card':
        return this.#atListing(() => shopper.pressCard(step.choice))
      case 'quick view':
        await this.#atListing(() => shopper.openQuickView(step.choice))
        await this.#browser.clock.advance(300)
        shopper.addFromForm(step.choice, step.quantity)
        return
      case 'product':
        return this.#atListing(() => shopper.openProduct(step.choice))
      case 'cart':
      case 'checkout':
        shopper.goTo(`/${step.act}`)
        return
      case 'change quantity':
        shopper.changeQuantity(step.choice, step.by)
        return
      case 'remove line':
        shopper.removeLine(step.choice)
        return
      case 'switch tab':
        return this.#switchTab(step.choice % 3)
      case 'sign in':
        return this.#signIn(step.account)
      case 'sign out':
        return this.#signOut()
      case 'go back':
        if (step.isKept) this.situations.add('back to a kept page')
        this.#browser.shown.back(step.isKept)
        return
      case 'reload':
        this.#browser.shown.reload()
        return
      case 'retype address':
        shopper.typeAddress(true)
        return
      case 'order':
        if (shopper.path !== '/checkout') return this.#goOn()
        this.#order(step.presses, step.networkState)
        return
      case 'networkState':
        this.networkState = step.networkState
        return
      case 'storage is full':
      case 'storage is free':
        this.#browser.localStorage.isFull = step.act === 'storage is full'
        return
      default:
        return this.#merchant(step)
    }
  }

  /** What a shopper who wants to buy does on this page. */
  async #goOn(): Promise<void> {
    const shopper = this.#shopper
    switch (shopper.path) {
      case '/cart':
        if (this.#browser.random() < 0.5) await this.#settleLines()
        shopper.goOnFromCart()
        return
      case '/login':
        shopper.signIn(shopper.account)
        return
      case '/checkout':
        await this.#settleLines()
        this.#order(1, this.networkState)
        return
      case '/account':
        shopper.goTo('/products')
        return
      default:
        if (shopper.path.startsWith('/product/')) shopper.addFromForm(0, 1)
        else if (this.#cart().length > 0) shopper.goTo('/cart')
        else await this.#atListing(() => shopper.pressCard(Math.floor(this.#browser.random() * 6)))
    }
  }

  async #settleLines(): Promise<void> {
    const { clock, random } = this.#browser
    for (let line = 0; line < LINES_SETTLED_MAX; line++) {
      if (!this.#shopper.settleLine(Math.floor(random() * 60))) return
      await clock.advance(50)
    }
  }

  async #atListing(act: () => void): Promise<void> {
    if (!['/', '/products'].includes(this.#shopper.path)) {
      this.#shopper.goTo('/products')
      await this.#browser.clock.advance(300)
    }
    act()
  }

  async #switchTab(place: number): Promise<void> {
    const browser = this.#browser
    const known = browser.tabs[place]
    const tab = known ?? browser.openTab()
    if (!known) tab.go('/products')
    browser.show(tab)
    if (browser.tabs.length > 1) this.situations.add('several tabs')
    await browser.clock.advance(200)
  }

  async #signIn(place: 0 | 1): Promise<void> {
    const account = ACCOUNTS[place]
    if (account !== this.#shopper.account) this.situations.add('another account in the same browser')
    if (this.#shopper.path !== '/login') {
      this.#shopper.goTo('/login')
      await this.#browser.clock.advance(300)
    }
    this.#shopper.signIn(account)
  }

  async #signOut(): Promise<void> {
    if (this.#cart().length > 0) this.situations.add('signed out with a full cart')
    if (this.#shopper.path !== '/account') {
      this.#shopper.goTo('/account')
      await this.#browser.clock.advance(300)
    }
    this.#shopper.signOut()
  }

  #order(presses: 1 | 2, networkState: NetworkState): void {
    const browser = this.#browser
    this.#shopper.typeAddress()
    const { catalogue } = this.#shop
    const isMissing = this.#cart().some(
      ({ id, selectedSize }) => !selectedSize && sizesOf(catalogue.get(id)).length > 0,
    )
    browser.network.networkState = networkState
    if (!this.#shopper.order(presses)) return
    if (isMissing) this.situations.add('ordered with a size missing')
    if (presses > 1) this.situations.add('pressed twice')
    if (networkState === 'lost') this.situations.add('answer lost')
    if (networkState === 'slow') this.situations.add('slow network')
    if (networkState === 'down') this.situations.add('no network')
    if (browser.localStorage.isFull) this.situations.add('storage full at the order')
  }

  async #merchant(step: MerchantStep): Promise<void> {
    if (step.act === 'end sessions') {
      this.situations.add('session ended by the shop')
      return this.#browser.clock.holdFor(this.#shop.endSessions())
    }
    const sold = new Map([...this.#shop.catalogue.values()].map((garment) => [garment.key, garment]))
    const first = this.#chosenGarment(step.choice)
    const garment = first && sold.get(first.key)
    if (first && step.act === 'put back') sold.set(first.key, garment ?? first)
    if (garment) this.#edit(step, garment, sold)
    await this.#browser.clock.holdFor(this.#shop.edit([...sold.values()]))
  }

  /** Every other time what is in the cart, where an edit matters. */
  #chosenGarment(choice: number): CatalogueProduct | undefined {
    const line = choice % 2 === 0 ? undefined : pick(this.#cart(), choice)
    return (line && this.#shop.catalogue.get(line.id)) ?? pick(CATALOGUE, choice)
  }

  #edit(step: MerchantStep, garment: CatalogueProduct, sold: Map<string, CatalogueProduct>): void {
    const inCart = this.#cart().filter(({ id }) => this.#shop.catalogue.get(id)?.key === garment.key)
    switch (step.act) {
      case 'reprice':
        if (inCart.length > 0) this.situations.add('price edited in the cart')
        sold.set(garment.key, { ...garment, regularPrice: step.paise / 100 })
        return
      case 'sell out': {
        const size = inCart[0]?.selectedSize ?? pick(sizesOf(garment), step.choice)
        if (size === undefined) return
        if (inCart.some(({ selectedSize }) => selectedSize === size))
          this.situations.add('size sold out in the cart')
        sold.set(garment.key, withSoldOut(garment, [...new Set([...soldOutOf(garment), size])]))
        return
      }
      case 'restock':
        sold.set(garment.key, withSoldOut(garment, []))
        return
      case 'take out':
        if (inCart.length > 0) this.situations.add('product taken out of the shop in the cart')
        sold.delete(garment.key)
    }
  }

  #cart(): CartLine[] {
    return parseCart(this.#browser.localStorage.items.get('cart') ?? '')
  }
}
