import type { Company } from '../../../src/lib/shop/shop-text.ts'
import { readPolicy } from '../../../src/server/rendering/shop-html.ts'

/** The HTML of a policy on its page; empty when the page shows the built-in text instead. */
export function policyHtml(source: string, company: Company): string {
  return readPolicy(source, company)?.html ?? ''
}
