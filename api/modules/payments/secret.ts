import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '../../config.ts'

/** The configured secrets, or one made at the first start and kept in the data directory for its owner only. */
export async function loadPaymentSecrets(
  config: Pick<Config, 'paymentSecrets' | 'dataDir'>,
): Promise<string[]> {
  if (config.paymentSecrets.length > 0) return config.paymentSecrets
  if (config.dataDir === 'memory://') return [newSecret()]

  const path = join(config.dataDir, 'payment-secret')
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  // `wx` fails when another process was first; the read below returns its secret.
  await writeFile(path, newSecret(), { flag: 'wx', mode: 0o600 }).catch(() => undefined)
  return [(await readFile(path, 'utf8')).trim()]
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
