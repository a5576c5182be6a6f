import { expect, test } from 'vitest'

import { storeFailureText } from '../../../src/lib/shop/shop-text.ts'
import { NoResponseError, StatusError } from '../../../src/lib/api-client/errors.ts'

test.each<[Error, string]>([
  [new StatusError(500, undefined), 'Failed to load store information'],
  [new NoResponseError('No answer'), 'An error occurred while loading store information'],
])('%s reads "%s"', (reason, text) => {
  expect(storeFailureText(reason)).toBe(text)
})
