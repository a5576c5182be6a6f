import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { tenants } from '../../../../api/db/schema.ts'
import { findTenant } from '../../../../api/modules/tenants/find.ts'
import { storeInfoBody } from '../../../../api/modules/store-info/store-info-body.ts'
import { TENANT_MAX_AGE_MS } from '../../../../api/modules/tenants/tenant-cache.ts'
import { recordCatalogueWrite, putTenant } from '../../../../api/modules/tenants/write.ts'
import { ASHA, openStore, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.example'

let store: Store

beforeAll(async () => {
  store = await openStore()
}, 60_000)

afterAll(() => store.close())

beforeEach(() => putTenant(store.db, ASHA))

async function storeName(host = SHOP): Promise<string | undefined> {
  return (await store.call(host, '/storeInfo')).body.storeName
}

it('an edit of the store record is seen by the next call of the same process', async () => {
  expect(await storeName()).toBe('asha store')
  await putTenant(store.db, { ...ASHA, record: { ...ASHA.record, storeName: 'Renamed' } })
  expect(await storeName()).toBe('Renamed')
})

it('a host that the shop gets or gives up is served, or not, from the next call on', async () => {
  expect(await storeName('new.example')).toBeUndefined()
  await putTenant(store.db, { ...ASHA, hosts: ['new.example'] })
  expect(await storeName('new.example')).toBe('asha store')
  expect(await storeName()).toBeUndefined()
})

it('the store info names the first of several hosts at each of them, and none for a single host', async () => {
  const mainHost = async (host: string) => (await store.call(host, '/storeInfo')).body.mainHost
  await putTenant(store.db, { ...ASHA, hosts: ['asha.example', 'www.asha.example'] })
  expect(await mainHost('asha.example')).toBe('asha.example')
  expect(await mainHost('api.www.asha.example')).toBe('asha.example')
  await putTenant(store.db, { ...ASHA, hosts: ['www.asha.example', 'asha.example'] })
  expect(await mainHost('asha.example')).toBe('www.asha.example')
  await putTenant(store.db, { ...ASHA, hosts: ['asha.example'] })
  expect(await mainHost('asha.example')).toBeUndefined()
})

it('100 concurrent calls look their shop up once', async () => {
  const select = vi.spyOn(store.db.orm, 'select')
  await Promise.all(Array.from({ length: 100 }, () => storeName()))
  expect(select).toHaveBeenCalledTimes(2)
  select.mockRestore()
})

it('a flood of invented hosts does not evict a shop in use', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await storeName()
  const select = vi.spyOn(store.db.orm, 'select')
  for (let flood = 0; flood < 3; flood += 1) {
    await Promise.all(
      Array.from({ length: 500 }, (_, host) => storeName(`invented-${flood}-${host}.example`)),
    )
    expect(await storeName()).toBe('asha store')
  }
  expect(select).toHaveBeenCalledTimes(1500)
  select.mockRestore()
  vi.useRealTimers()
})

it('a failed lookup is repeated', async () => {
  const select = vi.spyOn(store.db.orm, 'select').mockImplementationOnce(() => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  expect((await store.call(SHOP, '/storeInfo')).status).toBe(503)
  select.mockRestore()
  expect(await storeName()).toBe('asha store')
})

/** Not at 0, which the cache reads as no time at all. */
function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(1)
}

describe('the store info', () => {
  it('is read from the database once per version, however often its shop is looked up', async () => {
    stopTheClock()
    const first = await store.call(SHOP, '/storeInfo')
    const select = vi.spyOn(store.db.orm, 'select')
    for (let call = 0; call < 3; call += 1) {
      vi.advanceTimersByTime(TENANT_MAX_AGE_MS + 1)
      expect((await store.call(SHOP, '/storeInfo')).body).toEqual(first.body)
    }
    expect(select).toHaveBeenCalledTimes(3)
    select.mockRestore()
    vi.useRealTimers()
  })

  it('is seen after a write of another process within a quarter of a second', async () => {
    stopTheClock()
    await storeName()
    await store.db.orm
      .update(tenants)
      .set({ record: { ...ASHA.record, storeName: 'Renamed elsewhere' } })
      .where(eq(tenants.id, 'asha'))
    vi.advanceTimersByTime(TENANT_MAX_AGE_MS + 1)
    expect(await storeName()).toBe('Renamed elsewhere')
    vi.useRealTimers()
  })

  it('is serialized once per version', async () => {
    const tenant = await findTenant(store.db, 'asha')
    if (!tenant) throw new Error('There is no shop.')
    expect(storeInfoBody(tenant, true)).toBe(storeInfoBody(tenant, true))
  })

  it('is not sent again to a caller that has it, until it changes', async () => {
    const { headers } = await store.call(SHOP, '/storeInfo')
    const etag = headers.get('etag') ?? ''
    const again = () => store.call(SHOP, '/storeInfo', { headers: { 'if-none-match': etag } })
    const unchanged = await again()
    expect([unchanged.status, unchanged.body, unchanged.headers.get('etag')]).toEqual([304, undefined, etag])
    await recordCatalogueWrite(store.db, 'asha')
    expect((await again()).status).toBe(304)
    await putTenant(store.db, { ...ASHA, record: { ...ASHA.record, storeName: 'Renamed' } })
    const changed = await again()
    expect([changed.status, changed.body.storeName]).toEqual([200, 'Renamed'])
  })
})
