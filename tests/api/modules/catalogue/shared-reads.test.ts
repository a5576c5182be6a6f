import { afterAll, beforeAll, expect, it } from 'vitest'

import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { withTenant, type Database } from '../../../../api/db/index.ts'
import { recordCatalogueWrite } from '../../../../api/modules/tenants/write.ts'
import { openStore, product, serve, type Store } from '../../helpers/store.ts'

const ASHA = 'asha.example'
const BELA = 'bela.example'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

/** A database that counts its transactions and delays their results until `tell` is called. */
function slowDatabase() {
  let tell: (value?: unknown) => void = () => undefined
  const told = new Promise((resolve) => (tell = resolve))
  const count = { transactions: 0 }
  const orm = new Proxy(store.db.orm, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'transaction' || typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        count.transactions += 1
        const found: unknown = await Reflect.apply(value, target, args)
        await told
        return found
      }
    },
  })
  const db: Database = { orm, close: () => Promise.resolve() }
  return { db, count, tell: () => tell() }
}

const titlesOf = ({ body }: { body: { data: { title: string }[] } }) =>
  body.data.map(({ title }) => title).toSorted()

it('concurrent requests for one listing share one query, and each other listing or shop needs one more', async () => {
  const { db, count, tell } = slowDatabase()
  const { call } = serve(db)
  const crowd = Array.from({ length: 40 }, () => call(ASHA, '/products?page=1'))
  const others = [call(BELA, '/products?page=1'), call(ASHA, '/products?page=1&limit=1')]
  tell()
  expect(new Set((await Promise.all(crowd)).map((response) => titlesOf(response).join()))).toEqual(
    new Set(['Title of kurta,Title of saree']),
  )
  expect((await Promise.all(others)).map((response) => titlesOf(response).length)).toEqual([2, 1])
  expect(count.transactions).toBe(3)
})

it("a request a moment later gets the cached result until another program's change is visible", async () => {
  const { db, count, tell } = slowDatabase()
  const { call } = serve(db)
  tell()
  const [first, second] = [await call(BELA, '/products'), await call(BELA, '/products')]
  expect(titlesOf(second)).toEqual(titlesOf(first))
  expect(count.transactions).toBe(1)
  await withTenant(store.db, 'bela', (tx) => writeProducts(tx, 'bela', [product('dupatta')]))
  await expect
    .poll(async () => titlesOf(await call(BELA, '/products')), { timeout: 1000 })
    .toContain('Title of dupatta')
})

it('a request after an edit does not share a query from before it', async () => {
  const { db, count, tell } = slowDatabase()
  const { call } = serve(db)
  const before = call(ASHA, '/products')
  while (count.transactions === 0) await new Promise((resolve) => setImmediate(resolve))
  await withTenant(store.db, 'asha', (tx) => writeProducts(tx, 'asha', [product('shawl')]))
  await recordCatalogueWrite(db, 'asha')
  const after = call(ASHA, '/products')
  tell()
  expect(titlesOf(await before)).not.toContain('Title of shawl')
  expect(titlesOf(await after)).toContain('Title of shawl')
})

it('a failed query is not cached', async () => {
  const orm = new Proxy(store.db.orm, {
    get: (target, name) => {
      if (name === 'transaction' && isAway) return () => Promise.reject(new Error('connection lost'))
      return Reflect.get(target, name) as unknown
    },
  })
  let isAway = true
  const { call } = serve({ orm, close: () => Promise.resolve() })
  expect((await call(BELA, '/products')).status).toBe(500)
  isAway = false
  expect((await call(BELA, '/products')).status).toBe(200)
})
