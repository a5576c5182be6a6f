import { createHash, createHmac } from 'node:crypto'

import { isSameSecret } from '@tanabana/node/authorization.ts'

/** Whether `given` was made with one of the secrets. Tries all of them, so that the time does not reveal which. */
export function isSignedWithAny(
  secrets: readonly string[] | undefined,
  given: string | null | undefined,
  make: (secret: string) => string,
): boolean {
  if (!given) return false
  return (secrets ?? []).map((secret) => isSameSecret(given, make(secret))).includes(true)
}

export function hmacSha256(secret: string, message: string | Buffer, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(message).digest(encoding)
}

export function sha512(text: string): string {
  return createHash('sha512').update(text).digest('hex')
}
