import { createHmac } from 'node:crypto'

const LENGTH = 12

export type Pseudonym = (...parts: (string | undefined)[]) => string

/**
 * Returns a function that names parts in the log: constant as long as the secret, and of no use without it, so that a
 * list of e-mails can't be tried against a log. SECURITY.md#log-leaks
 */
export function createPseudonym(secret: string): Pseudonym {
  const key = createHmac('sha256', secret).update('log pseudonyms').digest()
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, LENGTH)
}
