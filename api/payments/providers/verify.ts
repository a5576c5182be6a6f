import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Compares two texts in constant time. */
function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Whether one of the secrets produces `given`; tries all of them, so that timing does not reveal which. */
export function isMadeWith(
  secrets: readonly string[] | undefined,
  given: string | null | undefined,
  make: (secret: string) => string,
): boolean {
  if (!given) return false
  return (secrets ?? []).map((secret) => isSameText(given, make(secret))).includes(true)
}

export function hmacSha256(secret: string, message: string | Buffer, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(message).digest(encoding)
}

export function sha512(text: string): string {
  return createHash('sha512').update(text).digest('hex')
}
