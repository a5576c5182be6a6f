import { guardResponse } from '../../src/lib/auth/return-path.ts'
import { AUTH_COOKIE } from '@tanabana/contract/constants.ts'
import { SITE } from './shop.ts'
import { PageOfTab, type BrowserOfPage } from './page.ts'
import { PageStorage } from './storage.ts'

const PROTECTED = /^\/(account|checkout|orders|payment)$/
/** From leaving a page until the next one stands. */
const LOADS_MS = 60

interface Entry {
  url: URL
  /** Kept as it was left. */
  frozen: PageOfTab | undefined
}

interface BrowserOfTab extends BrowserOfPage {
  readonly pages: PageOfTab[]
}

/** A tab: its history, its session storage and the page that it shows. */
export class Tab {
  readonly browser: BrowserOfTab
  readonly sessionStorage = new PageStorage()
  page: PageOfTab | undefined
  #history: Entry[] = []
  #place = -1
  #lastVisit = 0

  constructor(browser: BrowserOfTab) {
    this.browser = browser
  }

  get historyLength(): number {
    return this.#history.length
  }

  /** As a link, or `location.assign`; the page that is left runs on until the next one is there. */
  go(path: string, isReplacing = false): void {
    const url = new URL(path, this.page?.url ?? SITE)
    if (url.protocol !== 'http:') return
    this.#visit(async () => {
      const place = isReplacing ? Math.max(0, this.#place) : this.#place + 1
      await this.#open(url, place)
      this.#history.length = place + 1
    })
  }

  reload(): void {
    const url = this.#history[this.#place]?.url
    if (url) this.#visit(() => this.#open(url, this.#place))
  }

  /** To the page before, as it was left where the browser has kept it. */
  back(isKept: boolean): void {
    const entry = this.#history[this.#place - 1]
    if (!entry) return
    this.#visit(async () => {
      const place = this.#place - 1
      const { frozen } = entry
      if (!isKept || !frozen) return this.#open(entry.url, place)
      this.#leave()
      this.#place = place
      entry.frozen = undefined
      this.page = frozen
      frozen.thaw()
      frozen.dispatch('pageshow', { persisted: true })
      frozen.dispatch('visibilitychange')
    })
  }

  /** Of visits that begin before the last one has ended, the last one counts. */
  #visit(open: () => Promise<void>): void {
    this.#lastVisit += 1
    const visit = this.#lastVisit
    this.browser.clock.start(() => {
      if (visit === this.#lastVisit) void this.browser.clock.holdFor(open())
    }, LOADS_MS)
  }

  async #open(requested: URL, place: number): Promise<void> {
    const url = PROTECTED.test(requested.pathname) ? this.#guarded(requested) : requested
    const rendered = await this.browser.shop.render(url)
    this.#leave()
    this.#place = place
    this.#history[place] = { url, frozen: undefined }
    this.page = new PageOfTab(this, url, rendered)
    this.browser.pages.push(this.page)
    this.browser.shop.noteVisit(url, this.browser.clock.now)
    this.page.dispatch('pageshow', { persisted: false })
  }

  /** Where the storefront's server sends a visitor without a token. */
  #guarded(url: URL): URL {
    const redirect = guardResponse(this.browser.cookies.get(AUTH_COOKIE), url)
    return new URL(redirect?.headers.get('location') ?? url, url)
  }

  #leave(): void {
    const { page } = this
    const entry = this.#history[this.#place]
    if (!page) return
    page.isLeft = true
    page.dispatch('visibilitychange')
    page.dispatch('pagehide', { persisted: page.isQuiet })
    if (page.isQuiet && entry) {
      entry.frozen = page
      page.freeze()
    } else {
      page.discard()
    }
  }
}
