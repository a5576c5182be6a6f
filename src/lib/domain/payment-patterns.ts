import type { PaymentField } from '../schemas/payment.ts'
import { compilePattern, type Matcher } from './pattern.ts'

/**
 * Compiles the valid patterns by field name. Never rejects: when the engine can't be loaded, only the store checks the
 * patterns.
 */
export async function compilePatterns(fields: PaymentField[]): Promise<ReadonlyMap<string, Matcher>> {
  try {
    const entries = await Promise.all(
      fields.map(async ({ name, rules }) => {
        const matcher = rules.pattern ? await compilePattern(rules.pattern) : undefined
        return matcher ? [[name, matcher] as const] : []
      }),
    )
    return new Map(entries.flat())
  } catch {
    return new Map()
  }
}
