import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import { withTenant, type Database } from '../../../api/db/index.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { openMemoryDatabase } from '../../kit/database/pglite-template.ts'
import { ASHA, BELA, serve } from '../../kit/api/store.ts'

let db: Database

beforeAll(async () => {
  db = await openMemoryDatabase()
  for (const tenant of [ASHA, BELA]) await putTenant(db, tenant)
})

afterEach(() => vi.useRealTimers())
afterAll(() => db.close())

it(
  'answers 503 to a call that waits 10 s for the only connection, and never serves it later',
  { tags: ['@req-12.2'] },
  async () => {
    const { call } = serve(db)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const held = Promise.withResolvers<undefined>()
    const begun = Promise.withResolvers<undefined>()
    const holding = withTenant(db, 'bela', () => {
      begun.resolve(undefined)
      return held.promise
    })
    await begun.promise
    const waiting = call('asha.example', '/products')
    await vi.advanceTimersByTimeAsync(10_000)
    const { status, body, headers } = await waiting
    expect([status, body.error]).toEqual([503, 'The shop is busy. Please try again in a moment.'])
    expect(headers.get('retry-after')).toBe('5')
    held.resolve(undefined)
    await holding
    expect((await call('asha.example', '/products')).status).toBe(200)
  },
)

it('lets timers fire between 50 transactions that come at once', async () => {
  let hasFired = false
  setTimeout(() => (hasFired = true))
  await Promise.all(Array.from({ length: 50 }, () => withTenant(db, 'bela', (tx) => tx.execute('select 1'))))
  expect(hasFired).toBe(true)
})
