import { fingerprint } from '../domain/fingerprint.ts'
import { StatusError } from '../errors.ts'
import { inTime } from './in-time.ts'

export type Deed = 'order' | 'payment'

interface KeptKey {
  content: string
  key: string
}

/** Answers that settle the matter: nothing was made, and the same request would be refused again. */
const REFUSALS = [400, 403, 404, 413, 415, 422]

/** For browsers without storage: good until the page is left. */
const inMemory = new Map<Deed, KeptKey>()

/**
 * Runs `send` with an idempotency key for this content. The key outlives reloads, failures and other tabs of the shop,
 * until an answer says that the deed is done or refused; other content gets another key. So a failure can be told as
 * soon as a shopper has waited long enough: a try after that is the same deed, and an answer that comes after that goes
 * to `late`, unless other content was sent by then. design §7
 */
export async function sendOnce<T>(
  deed: Deed,
  content: unknown,
  send: (key: string) => Promise<T>,
  late: (answer: T) => void,
): Promise<T> {
  const key = keyFor(deed, fingerprint(JSON.stringify(content)))
  const call = send(key).then(
    (answer) => {
      const isLatest = read(deed)?.key === key
      forget(deed, key)
      return { answer, isLatest }
    },
    (error: unknown) => {
      if (error instanceof StatusError && REFUSALS.includes(error.status)) forget(deed, key)
      throw error
    },
  )
  const { answer } = await inTime(call, (told) => {
    if (told.isLatest) late(told.answer)
  })
  return answer
}

function keyFor(deed: Deed, content: string): string {
  const kept = read(deed)
  if (kept?.content === content) return kept.key
  const fresh = { content, key: crypto.randomUUID() }
  inMemory.set(deed, fresh)
  try {
    localStorage.setItem(storageKey(deed), JSON.stringify(fresh))
  } catch {
    // The copy in memory serves this page.
  }
  return fresh.key
}

function read(deed: Deed): KeptKey | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(deed)) ?? 'null')
    return isKeptKey(kept) ? kept : undefined
  } catch {
    return inMemory.get(deed)
  }
}

/** Other content may have a key of its own by now: that one stays. */
function forget(deed: Deed, key: string): void {
  if (read(deed)?.key !== key) return
  inMemory.delete(deed)
  try {
    localStorage.removeItem(storageKey(deed))
  } catch {
    // Nothing was kept there.
  }
}

function storageKey(deed: Deed): string {
  return `idempotency-key-${deed}`
}

function isKeptKey(value: unknown): value is KeptKey {
  if (typeof value !== 'object' || value === null) return false
  const kept: Partial<Record<keyof KeptKey, unknown>> = value
  return typeof kept.content === 'string' && typeof kept.key === 'string'
}
