import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Database } from '../../../api/db/index.ts'
import type { PurgedProduct, PurgedShop } from '../../../api/purge/purge-pages.ts'
import { PURGE_PAUSE_MS, spacePurges } from '../../../api/purge/space-purges.ts'
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
