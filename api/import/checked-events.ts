import { problemsOf, withoutEmptyDiscount } from './check-product.ts'
import { cleanDescription } from './html.ts'
import type { ImportEvent } from './import-event.ts'
import type { Catalogue } from './open-catalogue.ts'

const UNCLEAN = "the HTML of the description can't be read: it has too many or too deeply nested elements"

/**
 * The events of a catalogue with every product checked and its description cleaned: one that breaks a rule, or whose key
 * another product has, becomes a bad row.
 */
export async function* checkedEvents(catalogue: Catalogue): AsyncGenerator<ImportEvent> {
  const lineOfKey = new Map<string, number>()
  for await (const event of catalogue.events()) {
    if (event.kind !== 'product') {
      yield event
      continue
    }
    const { line } = event
    const description = cleanDescription(event.product.description)
    const product = { ...event.product, description: description ?? '' }
    const problems = [...problemsOf(product), ...(description === undefined ? [UNCLEAN] : [])]
    const earlier = lineOfKey.get(product.key)
    if (problems.length > 0) yield { kind: 'bad', line, reason: problems.join('; ') }
    else if (earlier !== undefined) {
      yield {
        kind: 'bad',
        line,
        reason: `the key "${product.key}" was already used at ${catalogue.unit} ${earlier}`,
      }
    } else {
      lineOfKey.set(product.key, line)
      yield { kind: 'product', line, product: withoutEmptyDiscount(product) }
    }
  }
}
