import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { toQuerySchema } from '../../api/modules/catalogue/listing-schema.ts'
import { LISTING_PARAMETERS, type ListingParameter } from '@tanabana/contract/listing-parameters.ts'
import { listingPairs, parseListingQuery } from '../../src/lib/catalogue/listing-query.ts'
import { edgeKeyVcl } from '../../scripts/edge-key.ts'
import { describeKeyParameters, keyParameters } from '../../src/server/page-cache/cache-key.ts'

const SLEEVE: ListingParameter = {
  name: 'sleeve',
  field: 'sleeves',
  kind: 'values',
  capability: 'attribute-facets',
  isInventable: true,
  isInKey: true,
  description: 'Any of these lengths of sleeves',
}

test('a parameter is added by one row: address, cache key, list for CDNs and schema of the API have it', () => {
  const parameters = [...LISTING_PARAMETERS, SLEEVE]
  const query = parseListingQuery(new URLSearchParams('sleeve=Half&sleeve=full&gclid=1'), parameters)
  expect(query).toMatchObject({ sleeves: ['full', 'half'] })
  expect(listingPairs(query, parameters)).toEqual([
    ['sleeve', 'full'],
    ['sleeve', 'half'],
  ])
  const listing = keyParameters(parameters).find(({ path }) => path === '/products')
  expect(listing?.names).toContain('sleeve')
  expect(describeKeyParameters(parameters)).toMatch(/^\/products .* sleeve/m)
  expect(z.parse(toQuerySchema(parameters), { sleeve: ['Half'] })).toMatchObject({ sleeve: ['half'] })
  expect(keyParameters().flatMap(({ names }) => names)).not.toContain('sleeve')
})

test('the key of Varnish is the one that `npm run cache-key -- --vcl` prints', () => {
  const file = readFileSync(new URL('../../deploy/varnish/cache-key.vcl', import.meta.url), 'utf8')
  expect(file).toBe(edgeKeyVcl())
})

test('the list for CDNs in deploy.md is the one that `npm run cache-key` prints', () => {
  const page = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
  for (const line of describeKeyParameters().split('\n')) expect(page).toContain(line)
})
