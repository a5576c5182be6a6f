import type { Clock } from './clock.ts'
import { CookieJar } from './cookies.ts'
import { Network } from './network.ts'
import type { PageOfTab } from './page.ts'
import type { Shop } from './shop.ts'
import { PageStorage, type StorageChange } from './storage.ts'
import { Tab } from './tab.ts'

/** A moment later than the page that wrote it, other tabs hear of it. */
const HEARD_AFTER_MS = 8

interface OpenChannel {
  name: string
  page: PageOfTab
  target: EventTarget
}

/** One shopper's browser: its tabs share cookies, local storage, storage events and broadcast channels. */
export class Browser {
  readonly clock: Clock
  readonly shop: Shop
  readonly language: string
  readonly random: () => number
  readonly cookies: CookieJar
  readonly network: Network
  readonly localStorage: PageStorage
  readonly tabs: Tab[] = []
  readonly pages: PageOfTab[] = []
  shown: Tab
  readonly #channels = new Set<OpenChannel>()

  constructor(options: { clock: Clock; shop: Shop; language: string; random: () => number }) {
    this.clock = options.clock
    this.shop = options.shop
    this.language = options.language
    this.random = options.random
    this.cookies = new CookieJar(this.clock)
    this.network = new Network(this.clock, this.random, (call, page) => this.shop.stubResponse(call, page))
    this.localStorage = new PageStorage((change, page) => this.#tellStorage(change, page))
    this.shown = this.openTab()
  }

  openTab(): Tab {
    const tab = new Tab(this)
    this.tabs.push(tab)
    return tab
  }

  show(tab: Tab): void {
    if (tab === this.shown) return
    const before = this.shown
    this.shown = tab
    before.page?.dispatch('visibilitychange')
    tab.page?.dispatch('visibilitychange')
  }

  /** Ends every page that it has opened. */
  async close(): Promise<void> {
    for (const page of this.pages) page.discard()
    await Promise.all(this.pages.map((page) => page.window.happyDOM.close()))
  }

  /** The class `BroadcastChannel` of a page. */
  channelsOf(page: PageOfTab) {
    const channels = this.#channels
    const post = (channel: OpenChannel, data: unknown) => this.#broadcast(channel, data)
    return class extends EventTarget {
      onmessage: ((event: MessageEvent) => void) | undefined
      readonly name: string
      readonly #channel: OpenChannel

      constructor(name: string) {
        super()
        this.name = name
        this.#channel = { name, page, target: this }
        channels.add(this.#channel)
        this.addEventListener('message', (event) => this.onmessage?.(event as MessageEvent))
      }

      postMessage(data: unknown): void {
        post(this.#channel, structuredClone(data))
      }

      close(): void {
        channels.delete(this.#channel)
      }
    }
  }

  forgetChannelsOf(page: PageOfTab): void {
    for (const channel of this.#channels) if (channel.page === page) this.#channels.delete(channel)
  }

  #broadcast(source: OpenChannel, data: unknown): void {
    this.clock.start(() => {
      for (const channel of [...this.#channels]) {
        if (channel === source || channel.name !== source.name || channel.page.state !== 'alive') continue
        channel.target.dispatchEvent(new MessageEvent('message', { data }))
      }
    }, HEARD_AFTER_MS)
  }

  #tellStorage(change: StorageChange, source: unknown): void {
    this.clock.start(() => {
      for (const { page } of this.tabs) {
        if (page && page !== source && page.state === 'alive') page.hearStorage(change)
      }
    }, HEARD_AFTER_MS)
  }
}
