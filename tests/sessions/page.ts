import type { Window } from 'happy-dom'

import { compile, createDocument, type PageScript } from './document.ts'
import type { Clock } from './clock.ts'
import type { CookieJar } from './cookies.ts'
import type { Network, Press } from './network.ts'
import type { RenderedPage, Shop } from './shop.ts'
import type { PageStorage, StorageChange } from './storage.ts'

/** The parts of a browser that its pages use. */
export interface BrowserOfPage {
  readonly clock: Clock
  readonly shop: Shop
  readonly language: string
  readonly random: () => number
  readonly cookies: CookieJar
  readonly localStorage: PageStorage
  readonly network: Network
  readonly shown: unknown
  channelsOf(page: PageOfTab): unknown
  forgetChannelsOf(page: PageOfTab): void
}

/** The parts of a tab that its pages use. */
interface TabOfPage {
  readonly browser: BrowserOfPage
  readonly sessionStorage: PageStorage
  readonly historyLength: number
  go(path: string, isReplacing?: boolean): void
  reload(): void
  back(isKept: boolean): void
}

const scripts = new Map<string, PageScript>()

/** A document in a tab, with modules of its own: the shop's scripts begin anew in each. */
export class PageOfTab {
  readonly url: URL
  readonly browser: BrowserOfPage
  readonly window: Window
  /** Frozen in the back/forward cache, it may come back; gone, it may not. */
  state: 'alive' | 'frozen' | 'gone' = 'alive'
  press: Press | undefined
  /** The tab shows another page, or is about to. */
  isLeft = false
  #callsUnderWay = 0
  #held: (() => void)[] = []

  constructor(tab: TabOfPage, url: URL, rendered: RenderedPage) {
    const { browser } = tab
    const { clock, shop } = browser
    this.url = url
    this.browser = browser
    const { window, globals } = createDocument({
      url,
      html: rendered.html,
      language: browser.language,
      clock,
      random: browser.random,
      islandProps: rendered.islandProps,
      cookies: browser.cookies,
      isHidden: () => this.isLeft || browser.shown !== tab,
      whenAlive: (run) => this.whenAlive(run),
      provided: {
        localStorage: browser.localStorage.seenBy(this),
        sessionStorage: tab.sessionStorage.seenBy(this),
        location: locationOf(url, tab),
        history: {
          length: tab.historyLength,
          state: null,
          replaceState: () => undefined,
          back: () => tab.back(false),
        },
        BroadcastChannel: browser.channelsOf(this),
        fetch: (address: string, init?: RequestInit) => this.#fetch(address, init),
      },
    })
    this.window = window
    compiled(shop.built.head).run(globals)
    if (browser.language === 'hi') compiled(shop.built.hindi).run(globals)
    compiled(shop.built.scripts[rendered.name]).run(globals)
  }

  get document() {
    return this.window.document
  }

  get isQuiet(): boolean {
    return this.#callsUnderWay === 0
  }

  whenAlive(run: () => void): void {
    if (this.state === 'alive') run()
    if (this.state === 'frozen') this.#held.push(run)
  }

  dispatch(type: string, properties: object = {}): void {
    const event = Object.assign(new this.window.Event(type, { bubbles: true }), properties)
    if (type === 'visibilitychange') this.document.dispatchEvent(event)
    else this.window.dispatchEvent(event)
  }

  hearStorage({ key, oldValue, newValue }: StorageChange): void {
    // happy-dom makes null of what is not given.
    const change = { key, oldValue: oldValue ?? undefined, newValue: newValue ?? undefined }
    this.window.dispatchEvent(new this.window.StorageEvent('storage', change))
  }

  freeze(): void {
    this.state = 'frozen'
  }

  thaw(): void {
    this.state = 'alive'
    this.isLeft = false
    for (const run of this.#held.splice(0)) this.browser.clock.start(() => this.whenAlive(run))
  }

  discard(): void {
    this.state = 'gone'
    this.browser.forgetChannelsOf(this)
  }

  #fetch(address: string, init: RequestInit = {}): Promise<unknown> {
    const call = {
      method: init.method ?? 'GET',
      url: new URL(address, this.url),
      headers: new Headers([...new this.window.Headers(init.headers as never)] as [string, string][]),
      body: typeof init.body === 'string' ? init.body : undefined,
    }
    this.#callsUnderWay += 1
    return new Promise((resolve, reject) => {
      this.browser.network
        .fetch(call, init.signal ?? undefined, this)
        .finally(() => (this.#callsUnderWay -= 1))
        .then(
          (response) =>
            this.whenAlive(() => {
              if (response.orderId !== undefined) this.browser.shop.noteHeard(response.orderId)
              resolve(response)
            }),
          (error: unknown) => this.whenAlive(() => reject(error)),
        )
    })
  }
}

function compiled(source: string): PageScript {
  const script = scripts.get(source) ?? compile(source)
  scripts.set(source, script)
  return script
}

function locationOf(url: URL, tab: TabOfPage) {
  const { href, origin, protocol, host, hostname, port, pathname, search, hash } = url
  return {
    ...{ href, origin, protocol, host, hostname, port, pathname, search, hash },
    toString: () => href,
    assign: (target: string | URL) => tab.go(String(target)),
    replace: (target: string | URL) => tab.go(String(target), true),
    reload: () => tab.reload(),
  }
}
