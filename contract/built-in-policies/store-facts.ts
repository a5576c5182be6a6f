import { escapeUTF8 } from 'entities/escape'

import { BUILT_IN_RETURN_FEES } from '../store-info.ts'
import type { AddFacts } from './policy-facts.ts'

/** Names the district of the courts in the built-in terms: that of the store info, else the default. */
export const addCourts: AddFacts = (html, { courtDistrict }, facts, translate) =>
  html.replace('<!-- courts -->', () => (courtDistrict ? escapeUTF8(translate(courtDistrict)) : facts.courts))

/** States in the built-in return policy which party pays for a return, as `returnPolicy` of the store info does. */
export const addReturnCost: AddFacts = (html, { returnPolicy }, facts) =>
  html.replace('<!-- cost -->', () => facts.returnCost[returnPolicy?.fees ?? BUILT_IN_RETURN_FEES])
