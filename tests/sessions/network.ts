import type { Clock } from './clock.ts'

/** How calls fare: `lost` reach the shop, whose answer is lost; with `down` nothing reaches it. */
export type NetworkState = 'fine' | 'slow' | 'lost' | 'down'

export interface ShopCall {
  method: string
  url: URL
  headers: Headers
  body: string | undefined
}

export interface ShopResponse {
  ok: boolean
  status: number
  headers: Headers
  text(): Promise<string>
  /** The order that it says was made, now or by an earlier try. */
  orderId?: string
}

/** A press of "Create Order" as the shopper saw the page at that moment. */
export interface Press {
  at: number
  /** Paise, as the page said it. */
  total: number | undefined
}

/** The page that a call comes from. */
export interface Caller {
  press: Press | undefined
}

const LOST_ANSWER_MS = 30_000

/** What lies between a browser and the shop. Each call takes its time there and back on the session's clock. */
export class Network {
  networkState: NetworkState = 'fine'
  readonly #clock: Clock
  readonly #random: () => number
  readonly #answer: (call: ShopCall, source: Caller) => Promise<ShopResponse>

  constructor(clock: Clock, random: () => number, response: Network['stubResponse']) {
    this.#clock = clock
    this.#random = random
    this.#answer = response
  }

  stubResponse(call: ShopCall, source: Caller): Promise<ShopResponse> {
    return this.#clock.holdFor(this.#answer(call, source))
  }

  /** `fetch` of a page; `source` names the page. A call keeps the network state that it started with. */
  async fetch(call: ShopCall, signal: AbortSignal | undefined, source: Caller): Promise<ShopResponse> {
    const { networkState } = this
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as unknown))
    })
    return Promise.race([this.#carry(call, networkState, source), aborted])
  }

  async #carry(call: ShopCall, networkState: NetworkState, source: Caller): Promise<ShopResponse> {
    await this.#clock.wait(this.#duration(networkState))
    if (networkState === 'down') throw new TypeError('Failed to fetch')
    const received = await this.stubResponse(call, source)
    if (networkState === 'lost' && call.method !== 'GET') {
      // The connection breaks, or nothing more is heard of it.
      await this.#clock.wait(this.#random() < 0.5 ? 50 : LOST_ANSWER_MS)
      throw new TypeError('Failed to fetch')
    }
    await this.#clock.wait(this.#duration(networkState))
    return received
  }

  #duration(networkState: NetworkState): number {
    const milliseconds = 5 + this.#random() * 60
    return networkState === 'slow' ? milliseconds * 60 : milliseconds
  }
}
