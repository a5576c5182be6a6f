import { expect, test } from 'vitest'

import { storeFailureText } from '../../../src/lib/domain/store-failure.ts'
import { NoResponseError, StatusError } from '../../../src/lib/errors.ts'

test.each<[Error, string]>([
  [new StatusError(500, undefined), 'Failed to load store information'],
  [new NoResponseError('No answer'), 'An error occurred while loading store information'],
])('%s reads "%s"', (reason, text) => {
  expect(storeFailureText(reason)).toBe(text)
})
