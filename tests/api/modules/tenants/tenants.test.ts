import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { ASHA, openStore, type Store } from '../../helpers/store.ts'

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
