import * as z from 'zod/mini'

import { ProviderError } from './provider-call.ts'

const RUPEES_PATTERN = /^(\d{1,12})(?:\.(\d{1,2}))?$/

/** What a provider answered, read by `schema`. @throws {ProviderError} it is shaped otherwise */
export function readAnswer<T extends z.ZodMiniType>(name: string, schema: T, answer: unknown): z.output<T> {
  const result = z.safeParse(schema, answer)
  if (!result.success) throw new ProviderError(`${name} answered in a shape that is not known.`)
  return result.data
}

/** A signed body as JSON, read by `schema`; `undefined` when it is shaped otherwise. */
export function readBody<T extends z.ZodMiniType>(schema: T, body: Buffer): z.output<T> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** Paise of rupees as providers write them, a text or a number with at most 2 decimals; NaN for anything else. */
export function toPaise(rupees: string | number): number {
  const match = RUPEES_PATTERN.exec(String(rupees))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : NaN
}
