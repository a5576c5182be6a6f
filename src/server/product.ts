import type { AstroGlobal } from 'astro'

import type { Product } from '../lib/domain/product.ts'
import { answerPassing, answerUnavailable } from './answers.ts'
import type { Loaded } from './load.ts'
import { productTags, sharedPage } from './page-cache/page-policy.ts'

/** Status and policy of what shows one product: kept when it is there, 404 when there is none, 503 when it failed. */
export function answerProduct(
  { cache, locals, response }: Pick<AstroGlobal, 'cache' | 'locals' | 'response'>,
  loaded: Loaded<Product | undefined>,
): void {
  if (loaded.status === 'failed') return answerUnavailable(response)
  if (loaded.status === 'late') return answerPassing(response)
  if (loaded.value) return cache.set(sharedPage(locals.shop, ...productTags(locals.shop, [loaded.value])))
  response.status = 404
  answerPassing(response)
}
