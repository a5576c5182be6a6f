import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Whether two texts are the same, in a time that tells nothing about where they differ. */
function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** Whether one of the secrets makes what was given; all of them are tried, so the time doesn't tell which. */
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
