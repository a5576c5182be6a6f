import type { Clock } from './clock.ts'

/** How calls fare: `lost` reach the shop, whose answer is lost; with `down` nothing reaches it. */
export type Weather = 'fine' | 'slow' | 'lost' | 'down'

export interface ShopCall {
  method: string
  url: URL
  headers: Headers
  body: string | undefined
}

export interface ShopAnswer {
  ok: boolean
  status: number
  headers: Headers
  text(): Promise<string>
  /** The order that it says was made, now or by an earlier try. */
  orderId?: string
}

const LOST_ANSWER_MS = 30_000

/** What lies between a browser and the shop. Each call takes its time there and back on the session's clock. */
export class Network {
  weather: Weather = 'fine'
  readonly #clock: Clock
  readonly #random: () => number
  readonly #answer: (call: ShopCall, source: unknown) => Promise<ShopAnswer>

  constructor(clock: Clock, random: () => number, answer: Network['answer']) {
    this.#clock = clock
    this.#random = random
    this.#answer = answer
  }

  answer(call: ShopCall, source: unknown): Promise<ShopAnswer> {
    return this.#clock.holdFor(this.#answer(call, source))
  }

  /** `fetch` of a page; `source` names the page. A call whose weather turns bad on its way keeps its own. */
  async fetch(call: ShopCall, signal: AbortSignal | undefined, source: unknown): Promise<ShopAnswer> {
    const { weather } = this
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
    return Promise.race([this.#carry(call, weather, source), aborted])
  }

  async #carry(call: ShopCall, weather: Weather, source: unknown): Promise<ShopAnswer> {
    await this.#clock.wait(this.#duration(weather))
    if (weather === 'down') throw new TypeError('Failed to fetch')
    const answer = await this.answer(call, source)
    if (weather === 'lost' && call.method !== 'GET') {
      // The connection breaks, or nothing more is heard of it.
      await this.#clock.wait(this.#random() < 0.5 ? 50 : LOST_ANSWER_MS)
      throw new TypeError('Failed to fetch')
    }
    await this.#clock.wait(this.#duration(weather))
    return answer
  }

  #duration(weather: Weather): number {
    const milliseconds = 5 + this.#random() * 60
    return weather === 'slow' ? milliseconds * 60 : milliseconds
  }
}
