import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createImageFiles } from '../../../src/server/images/image-files.ts'

const MAX_BYTES = 160_000

test('pictures stay within the bound of their directory', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-image-files-'))
  const files = createImageFiles({ directory, maxBytes: MAX_BYTES })
  const picture = { bytes: Buffer.alloc(1968), sourceDigest: Buffer.alloc(32) }
  let most = 0
  for (let index = 0; index < 800; index += 1) {
    await files.write(String(index), picture)
    most = Math.max(most, bytesIn(directory))
  }
  expect(most).toBeLessThanOrEqual(MAX_BYTES)
  expect(most).toBeGreaterThan(MAX_BYTES / 2)
  rmSync(directory, { recursive: true })
})

function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(directory, name)))
    .reduce((sum, info) => sum + (info.isFile() ? info.size : 0), 0)
}
