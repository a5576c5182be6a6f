import { escapeUTF8 } from 'entities/escape'

import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { t } from '../../lib/i18n/translate.ts'
import type { PolicyFacts } from './policy-facts.ts'

type Store = StoreInfo | undefined

/** Names the district of the courts in the built-in terms: that of the store info, else the default. */
export function addCourts(html: string, store: Store, facts: PolicyFacts): string {
  const district = store?.courtDistrict
  return html.replace('<!-- courts -->', () => (district ? escapeUTF8(t(district)) : facts.courts))
}

/** States in the built-in return policy which party pays for a return, as `returnPolicy` of the store info does. */
export function addReturnCost(html: string, store: Store, facts: PolicyFacts): string {
  return html.replace('<!-- cost -->', () => facts.returnCost[store?.returnPolicy?.fees ?? 'customer'])
}
