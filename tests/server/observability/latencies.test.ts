import { expect, test } from 'vitest'

import { callOf, pageKindOf } from '../../../src/server/observability/latencies.ts'

test.each([
  ['/', 'home'],
  ['/?gclid=1', 'home'],
  ['/products?category=men', 'listing'],
  ['/products/', 'listing'],
  ['/product/silk-1', 'product'],
  ['/products/silk-1', 'other'],
  ['/terms', 'policy'],
  ['/fragments/featured', 'section'],
  ['/contact', 'other'],
  ['/no/such/page', 'other'],
  ['/constructor', 'other'],
])('the latency of %s counts as %s', (url, kind) => expect(pageKindOf(url)).toBe(kind))

test.each([
  ['/storeInfo', 'storeInfo'],
  ['/products', 'products'],
  ['/products/silk-1', 'products/{id}'],
  ['/suggestions', 'suggestions'],
  ['/invented/by/a/shopper', 'other'],
])('the latency of the call %s counts as %s', (path, call) => expect(callOf(path)).toBe(call))
