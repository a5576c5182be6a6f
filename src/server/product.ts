import type { AstroGlobal } from 'astro'

import type { Product } from '../lib/catalogue/product.ts'
import { answerUnavailable } from './answers.ts'
import type { Loaded } from './load.ts'
import { pagePolicy, productTags } from './cache/cache-policy.ts'

/** Status and policy of what shows one product: cached when it is found, 404 when there is none, 503 when it failed. */
export function answerProduct(
  { locals, response }: Pick<AstroGlobal, 'locals' | 'response'>,
  loaded: Loaded<Product | undefined>,
): void {
  if (loaded.status === 'failed') answerUnavailable(response)
  else if (loaded.status === 'late') locals.isIncomplete = true
  else if (loaded.value)
    locals.cachePolicy = pagePolicy(locals.shop, ...productTags(locals.shop, [loaded.value]))
  else response.status = 404
}
