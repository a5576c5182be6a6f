import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signature is for: one made for another purpose, or for another shop, is never accepted. */
export type Purpose = 'request' | 'callback'

/** Hex HMAC-SHA256 with the newest secret. */
export function sign(secrets: string[], purpose: Purpose, tenantId: string, message: string): string {
  return hmac(secrets[0] ?? '', purpose, tenantId, message)
}

/** Constant in time; an older secret is accepted too, so that one can be exchanged without losing webhooks. */
export function isSigned(
  secrets: string[],
  purpose: Purpose,
  tenantId: string,
  message: string | Buffer,
  signature: string,
): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return secrets
    .map((secret) => timingSafeEqual(Buffer.from(hmac(secret, purpose, tenantId, message), 'hex'), given))
    .includes(true)
}

function hmac(secret: string, purpose: Purpose, tenantId: string, message: string | Buffer): string {
  const key = createHmac('sha256', secret)
    .update(JSON.stringify([purpose, tenantId]))
    .digest()
  return createHmac('sha256', key).update(message).digest('hex')
}
