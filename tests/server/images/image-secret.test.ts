import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { keptSecret } from '../../../src/server/images/image-address.ts'

test('the secret of a directory is made once', () => {
  const directory = join(mkdtempSync(join(tmpdir(), 'tanabana-secret-')), 'images')
  const secret = keptSecret(directory)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(keptSecret(directory)).toBe(secret)
  expect(readdirSync(directory)).toEqual(['secret'])
  expect(keptSecret(`${directory}-other`)).not.toBe(secret)
})
