import type { PaymentField } from '../schemas/payment.ts'
import { compilePattern, type Matcher } from './pattern.ts'

/**
 * The matchers of the fields that have a readable pattern, by field name. Never rejects: where the engine cannot be
 * fetched no pattern is checked here, and the store checks anyway.
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
