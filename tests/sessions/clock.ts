interface Timer {
  at: number
  run: () => void
}

const STARTS_AT = Date.UTC(2026, 10, 21, 10)

/**
 * The time of one session: it moves only by `advance`, and waits for every call that is in flight. So hours
 * pass in milliseconds, and the same steps always meet in the same order.
 */
export class Clock {
  now = STARTS_AT
  #timers = new Map<number, Timer>()
  #lastId = 0
  #calls = new Set<Promise<unknown>>()

  start(run: () => void, milliseconds = 0): number {
    this.#lastId += 1
    this.#timers.set(this.#lastId, { run, at: this.now + Math.max(0, milliseconds) })
    return this.#lastId
  }

  stop(id: number | undefined): void {
    if (id !== undefined) this.#timers.delete(id)
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.start(resolve, milliseconds))
  }

  /** Time stands still until this call to the API or its database has ended. */
  holdFor<T>(call: Promise<T>): Promise<T> {
    this.#calls.add(call)
    const release = () => this.#calls.delete(call)
    call.then(release, release)
    return call
  }

  async advance(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds
    for (;;) {
      await this.#quiet()
      const [id, next] = this.#earliest() ?? []
      if (id === undefined || next === undefined || next.at > until) break
      this.#timers.delete(id)
      this.now = Math.max(this.now, next.at)
      next.run()
    }
    this.now = until
  }

  /** Of timers that are due at the same moment, the one that was started first. */
  #earliest(): [number, Timer] | undefined {
    let earliest: [number, Timer] | undefined
    for (const entry of this.#timers) if (!earliest || entry[1].at < earliest[1].at) earliest = entry
    return earliest
  }

  async #quiet(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#calls.size === 0) return
      await Promise.allSettled(this.#calls)
    }
  }
}

/** `Date` as a page of this clock sees it. */
export function dateOf(clock: Clock): DateConstructor {
  return class extends Date {
    constructor(...given: unknown[]) {
      // TypeScript knows no constructor that takes any arguments of `Date`.
      super(...((given.length === 0 ? [clock.now] : given) as [number]))
    }
    static override now = () => clock.now
  } as DateConstructor
}
