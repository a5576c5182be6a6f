import { fingerprint } from '../domain/fingerprint.ts'
import { StatusError } from '../errors.ts'

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
 * until an answer says that the deed is done or refused; other content gets another key. design §7
 */
export async function sendOnce<T>(
  deed: Deed,
  content: unknown,
  send: (key: string) => Promise<T>,
): Promise<T> {
  const key = keyFor(deed, fingerprint(JSON.stringify(content)))
  try {
    const answer = await send(key)
    forget(deed)
    return answer
  } catch (error) {
    if (error instanceof StatusError && REFUSALS.includes(error.status)) forget(deed)
    throw error
  }
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

function forget(deed: Deed): void {
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
