import type { Clock } from './clock.ts'

interface Cookie {
  value: string
  expiresAt: number
}

/** The cookies of one site that scripts see, in all tabs of a browser. */
export class CookieJar {
  readonly #clock: Clock
  readonly #cookies = new Map<string, Cookie>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** As `document.cookie` reads it. */
  read(): string {
    return [...this.#cookies]
      .filter(([, { expiresAt }]) => expiresAt > this.#clock.now)
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }

  get(name: string): string | undefined {
    const cookie = this.#cookies.get(name)
    return cookie && cookie.expiresAt > this.#clock.now ? cookie.value : undefined
  }

  /** As `document.cookie` is written. */
  write(text: string): void {
    const [pair = '', ...attributes] = text.split(/; */)
    const [name = '', ...value] = pair.split('=')
    const maxAge = attributes.find((attribute) => /^max-age=/i.test(attribute))?.split('=')[1]
    const expiresAt = maxAge === undefined ? Infinity : this.#clock.now + Number(maxAge) * 1000
    this.#cookies.set(name.trim(), { value: value.join('='), expiresAt })
  }
}
