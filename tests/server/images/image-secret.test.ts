import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readOrCreateSecret } from '../../../src/server/images/image-address.ts'

test('the secret of a directory is created once', () => {
  const directory = join(mkdtempSync(join(tmpdir(), 'tanabana-secret-')), 'images')
  const secret = readOrCreateSecret(directory)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(readOrCreateSecret(directory)).toBe(secret)
  expect(readdirSync(directory)).toEqual(['secret'])
  expect(readOrCreateSecret(`${directory}-other`)).not.toBe(secret)
})
