import { readFile, stat } from 'node:fs/promises'

import * as z from 'zod/mini'

import { ConfigError } from '@tanabana/node/environment.ts'
import type { ProviderSecrets } from './provider.ts'

const READABLE_BY_OTHERS = 0o007

const secret = z.string().check(z.minLength(1), z.maxLength(500))
const secretsSchema = z.record(
  z.string(),
  z.record(
    z.string(),
    z.record(
      z.string(),
      z.pipe(
        z.union([secret, z.array(secret).check(z.minLength(1), z.maxLength(5))]),
        z.transform((given) => (typeof given === 'string' ? [given] : given)),
      ),
    ),
  ),
)

/** Secrets by shop and provider. */
export type SecretsFile = Readonly<Record<string, Readonly<Record<string, ProviderSecrets>>>>

/**
 * Reads the providers' secrets: `{ "<shop>": { "<provider>": { "<name>": "secret" or ["newest", "older"] } } }`.
 * @throws {ConfigError} the file is missing, readable by other users, or invalid; the message quotes nothing of it
 */
export async function readSecretsFile(path: string): Promise<SecretsFile> {
  const refuse = (reason: string) => new ConfigError(`PAYMENT_PROVIDER_SECRETS_FILE: ${path} ${reason}`)
  let text: string
  try {
    const { mode } = await stat(path)
    if (process.platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0) {
      throw refuse('is open to every user of this machine. Close it with: chmod 600')
    }
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw refuse('cannot be read. Check the path, and that the file belongs to the user who runs this.')
  }
  try {
    return z.parse(secretsSchema, JSON.parse(text))
  } catch {
    throw refuse(
      'is not what is expected: { "shop": { "provider": { "name": "secret" } } }. docs/payments.md shows one.',
    )
  }
}
