const TELL_EVERY_MS = 10_000

/** Progress and deadline of a long count. */
export interface Watch {
  tell: (done: number) => void
  isOver: () => boolean
}

export const UNWATCHED: Watch = { tell: () => undefined, isOver: () => false }

/** A line every ten seconds, and an end after so many minutes. */
export function watch(what: string, total: number, minutes: number): Watch {
  const begunAt = performance.now()
  const passed = () => performance.now() - begunAt
  let toldAt = 0
  return {
    tell(done) {
      if (passed() - toldAt < TELL_EVERY_MS) return
      toldAt = passed()
      console.error(`${Math.round(passed() / 1000)} s: ${done} of ${total} ${what}`)
    },
    isOver: () => passed() > minutes * 60_000,
  }
}
