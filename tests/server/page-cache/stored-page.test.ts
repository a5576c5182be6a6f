import { expect, test } from 'vitest'

import { fromBytes, toBytes } from '../../../src/server/page-cache/stored-page.ts'
import { pageOf, shop } from './hand-made-cache.ts'

test('a page that the disk damaged is told from a good one, wherever the damage is', () => {
  const bytes = toBytes(pageOf('₹ 1,499', shop, 0))
  for (const [at, byte] of bytes.entries()) {
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(byte ^ 1, at)
    expect(() => fromBytes(damaged), `byte ${at}`).toThrow('A page came back from disk other than it went.')
  }
})
