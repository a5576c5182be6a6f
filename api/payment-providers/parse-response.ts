import * as z from 'zod/mini'

import { ProviderError } from './provider-call.ts'

const RUPEES_PATTERN = /^(\d{1,12})(?:\.(\d{1,2}))?$/

/**
 * Validates a provider's response.
 * @throws {ProviderError} it does not match `schema`
 */
export function parseResponse<T extends z.ZodMiniType>(
  name: string,
  schema: T,
  response: unknown,
): z.output<T> {
  const result = z.safeParse(schema, response)
  if (!result.success) throw new ProviderError(`${name} returned an unexpected response.`)
  return result.data
}

/** Parses a signed JSON body; `undefined` when it does not match `schema`. */
export function parseBody<T extends z.ZodMiniType>(schema: T, body: Buffer): z.output<T> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** Converts a provider's rupees, a text or number with at most 2 decimals, to paise; NaN for anything else. */
export function toPaise(rupees: string | number): number {
  const match = RUPEES_PATTERN.exec(String(rupees))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : NaN
}
