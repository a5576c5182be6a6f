import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Database } from '../../../api/db/index.ts'
import type { PurgedProduct, PurgedShop } from '../../../api/purge/purge-pages.ts'
import { PURGE_PAUSE_MS, purgeOrRetry, spacePurges } from '../../../api/purge/space-purges.ts'
import { startPurgedEdge, startPurgedStorefront } from '../../kit/shops/purged-storefront.ts'
import { openTestDatabase } from '../../kit/database/open-test-database.ts'

const ASHA = { id: 'asha', hosts: ['asha.example'] }
const BELA = { id: 'bela', hosts: ['bela.example'] }
const kurta = { id: 'kurta', category: 'Kurtas' }
const saree = { id: 'saree', category: 'Sarees' }

let db: Database
let purges: string[]

beforeEach(async () => {
  db = await openTestDatabase()
  purges = []
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(async () => {
  vi.useRealTimers()
  await db.close()
})

const VISIBLE_AFTER_MS = 250

const openPurges = () =>
  spacePurges(
    db,
    async ({ id: shop }: PurgedShop, products: readonly PurgedProduct[] = []) => {
      purges.push(`${shop}: ${products.map(({ id }) => id).join(' ')}`)
      return ['http://10.0.0.2:4321']
    },
    VISIBLE_AFTER_MS,
  )

async function storedJobs() {
  const { rows } = await db.orm.execute<{ data: unknown; due: Date | string }>(
    `select data, start_after as due from pgboss.job where name = 'purges' order by created_on`,
  )
  return rows.map(({ data, due }) => [data, new Date(due).getTime()])
}

describe('a product that sells out and comes back again and again', () => {
  it('is purged at once, and then by jobs at the end of the pause', async () => {
    const purge = openPurges()
    const pauseEnd = Date.now() + PURGE_PAUSE_MS
    expect(await purge(ASHA, [kurta])).toEqual(['http://10.0.0.2:4321'])
    expect(await purge(ASHA, [kurta])).toEqual([])
    expect(await purge(ASHA, [kurta, saree])).toEqual([])
    expect(purges).toEqual(['asha: kurta'])
    expect(await storedJobs()).toEqual([
      [{ tenantId: 'asha', products: ['kurta'] }, pauseEnd],
      [{ tenantId: 'asha', products: ['kurta', 'saree'] }, pauseEnd],
    ])
    vi.setSystemTime(pauseEnd)
    await purge(ASHA, [kurta])
    expect(purges).toEqual(['asha: kurta', 'asha: kurta'])
  })

  it('is not purged before every process reads the change', async () => {
    const purge = openPurges()
    await purge(ASHA, [kurta])
    vi.setSystemTime(Date.now() + PURGE_PAUSE_MS - 1)
    await purge(ASHA, [kurta])
    expect(await storedJobs()).toEqual([
      [{ tenantId: 'asha', products: ['kurta'] }, Date.now() + VISIBLE_AFTER_MS],
    ])
  })

  it('delays no other shop', async () => {
    const purge = openPurges()
    await purge(ASHA, [kurta])
    await purge(BELA, [kurta])
    expect(purges).toEqual(['asha: kurta', 'bela: kurta'])
    expect(await storedJobs()).toEqual([])
  })
})

describe('a purge with edge caches', () => {
  it('is repeated for pages that were on their way to them', async () => {
    const [storefront, edge] = [await startPurgedStorefront(), await startPurgedEdge()]
    const config = {
      defaultTenantHost: 'tanabana.localhost',
      storefronts: [storefront.origin],
      edgeCaches: [edge.origin],
      purgeSecret: 'x'.repeat(40),
    }
    expect(await purgeOrRetry(db, config, ASHA, [kurta])).toEqual([])
    expect(await storedJobs()).toEqual([[{ tenantId: 'asha', products: ['kurta'] }, Date.now() + 5000]])
    storefront.close()
    edge.close()
  })

  it('that one of them refuses is repeated by a job', async () => {
    const edge = await startPurgedEdge(503)
    const config = {
      defaultTenantHost: 'tanabana.localhost',
      storefronts: [],
      edgeCaches: [edge.origin],
      purgeSecret: 'x'.repeat(40),
    }
    expect(await purgeOrRetry(db, config, ASHA)).toEqual([edge.origin])
    expect(await storedJobs()).toEqual([[{ tenantId: 'asha' }, Date.now() + 2000]])
    edge.close()
  })
})
