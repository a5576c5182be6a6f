import { createHmac, timingSafeEqual, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** Purpose of a signature: signatures for another purpose or shop are invalid. */
export type Purpose = 'request' | 'callback' | 'link' | 'refund' | 'confirmation' | 'second-factor'

/** Hex HMAC-SHA256 with the newest secret. */
export function sign(secrets: string[], purpose: Purpose, tenantId: string, message: string): string {
  return hmac(secrets[0] ?? '', purpose, tenantId, message)
}

/** Verifies in constant time, also with older secrets, so that rotating a secret loses no webhooks. */
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
  return createHmac('sha256', purposeKey(secret, purpose, tenantId))
    .update(message)
    .digest('hex')
}

/** A key of 32 bytes for one purpose of one shop. */
export function purposeKey(secret: string, purpose: Purpose, tenantId: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, tenantId]))
    .digest()
}

/**
 * The configured secrets, or one generated at the first start and stored in the data directory, readable by its owner
 * only.
 */
export async function loadPaymentSecrets(
  config: Pick<Config, 'paymentSecrets' | 'dataDir'>,
): Promise<string[]> {
  if (config.paymentSecrets.length > 0) return config.paymentSecrets
  if (config.dataDir === 'memory://') return [newSecret()]

  const path = join(config.dataDir, 'payment-secret')
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  // `wx` fails when another process created the file first; the read below returns its secret.
  await writeFile(path, newSecret(), { flag: 'wx', mode: 0o600 }).catch(() => undefined)
  return [(await readFile(path, 'utf8')).trim()]
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
