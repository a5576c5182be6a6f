import { setImmediate } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { withTenant, type Database } from '../../api/db/index.ts'
import { products } from '../../api/db/schema.ts'
import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { checkCatalogue, writeCatalogue } from '../../api/modules/imports/import-catalogue.ts'
import { ImportStopped } from '../../api/modules/imports/import-event.ts'
import { openMemoryDatabase } from '../kit/database/pglite-template.ts'
import { product } from '../kit/api/store.ts'
import { breakingCatalogue, offSale } from './breaking-catalogue.ts'
import { run, runWith } from './command-line.ts'
import { folderWith } from './shop-files.ts'

const PRODUCTS = 600
const BIG = 'big'
const SETTINGS = { setsStock: false, removes: false }

let db: Database

beforeAll(async () => {
  db = await openMemoryDatabase()
})

beforeEach(async () => {
  const record = { storeName: 'Big', categories: ['Kurtas'] }
  await putTenant(db, { id: BIG, hosts: ['big.localhost'], record, payee: { upiId: '', name: 'Big' } })
  await withTenant(db, BIG, (tx) => tx.delete(products))
})

afterAll(() => db.close())

const rows = Array.from({ length: PRODUCTS }, (_, at) => `kurta-${at},Kurta ${at},999,Kurtas`)
const FILE = ['Handle,Title,Variant Price,Type', ...rows, ''].join('\n')

async function countProducts(): Promise<number> {
  return withTenant(db, BIG, (tx) => tx.$count(products))
}

/** Asks for the products of a shop again and again until the import ends, as another shop's shoppers do. */
async function countsDuring(importing: Promise<unknown>): Promise<number[]> {
  const counts: number[] = []
  const over = new AbortController()
  const ended = importing.finally(() => over.abort())
  while (!over.signal.aborted) {
    counts.push(await countProducts())
    await setImmediate()
  }
  await ended
  return counts
}

describe('an import into the embedded database', () => {
  it('serves others between its batches', async () => {
    const folder = folderWith({ 'c.csv': FILE })
    const counts = await countsDuring(run(db, folder, 'import', BIG, 'c.csv'))
    expect(counts.some((count) => count > 0 && count < PRODUCTS)).toBe(true)
    expect(await countProducts()).toBe(PRODUCTS)
  })

  it('only reads in a dry run, in short transactions that let others in between', async () => {
    const folder = folderWith({ 'c.csv': FILE })
    const transactions = vi.spyOn(db.orm, 'transaction')
    await run(db, folder, 'import', BIG, 'c.csv', '--dry-run')
    const modes = transactions.mock.calls.map(([, config]) => config?.accessMode)
    transactions.mockRestore()
    expect(new Set(modes)).toEqual(new Set(['read only']))
    expect(modes.length).toBeGreaterThan(2)
  })

  it('says where it was stopped, and the same command continues it', { tags: ['@req-12.5'] }, async () => {
    const folder = folderWith({ 'c.csv': FILE })
    const stop = new AbortController()
    const stopped = runWith({ signal: stop.signal }, db, folder, 'import', BIG, 'c.csv')
    await vi.waitUntil(async () => (await countProducts()) > 0, { interval: 0, timeout: 20_000 })
    stop.abort()
    const { exitCode, problems } = await stopped
    const written = await countProducts()
    expect(exitCode).toBe(1)
    expect(problems).toEqual([
      `The import stopped after ${written} of 600 products. Those stay written; the same command continues with the ` +
        'others.',
    ])
    expect(written).toBeLessThan(PRODUCTS)
    const { lines } = await run(db, folder, 'import', BIG, 'c.csv')
    expect(lines).toContain(
      `Imported into big: ${PRODUCTS - written} created, 0 updated, ${written} unchanged.`,
    )
  })

  it('publishes what was written before it broke off', async () => {
    const published: string[] = []
    const folder = folderWith({ 'c.csv': FILE })
    const stop = new AbortController()
    const purge = async ({ id }: { id: string }) => {
      published.push(id)
      return []
    }
    const stopped = runWith({ signal: stop.signal, purge }, db, folder, 'import', BIG, 'c.csv')
    await vi.waitUntil(async () => (await countProducts()) > 0, { interval: 0, timeout: 20_000 })
    stop.abort()
    await stopped
    expect(published).toEqual([BIG])
  })

  it('keeps whole batches when the file breaks off while it is written', async () => {
    const catalogue = breakingCatalogue(PRODUCTS, 300)
    const checked = await checkCatalogue(db, BIG, catalogue, SETTINGS)
    await expect(writeCatalogue(db, BIG, catalogue, checked, SETTINGS)).rejects.toThrow(ImportStopped)
    const written = await countProducts()
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThanOrEqual(300)
  })

  it('says how many products it has removed when a file that only removes breaks off', async () => {
    const key = (at: number) => `kurta ${at}`
    await withTenant(db, BIG, (tx) =>
      writeProducts(
        tx,
        BIG,
        Array.from({ length: PRODUCTS }, (_, at) => product(key(at))),
      ),
    )
    const catalogue = breakingCatalogue(PRODUCTS, 300, offSale)
    const checked = await checkCatalogue(db, BIG, catalogue, SETTINGS)
    const stopped = await writeCatalogue(db, BIG, catalogue, checked, SETTINGS).catch(
      (error: unknown) => error,
    )
    const removed = PRODUCTS - (await countProducts())
    expect(removed).toBeGreaterThan(0)
    expect(stopped).toBeInstanceOf(ImportStopped)
    expect(stopped).toHaveProperty(
      'message',
      `The import stopped after the removal of ${removed} of 600 products. Those stay removed; the same command ` +
        'continues with the others.',
    )
  })

  it('does not claim that nothing was written when a later batch would empty a field', async () => {
    const catalogue = breakingCatalogue(PRODUCTS, PRODUCTS)
    const checked = await checkCatalogue(db, BIG, catalogue, SETTINGS)
    await withTenant(db, BIG, (tx) => writeProducts(tx, BIG, [product('kurta 599', { tags: ['new'] })]))
    const stopped: unknown = await writeCatalogue(db, BIG, catalogue, checked, SETTINGS).catch(
      (error: unknown) => error,
    )
    expect(await countProducts()).toBeGreaterThan(1)
    expect(stopped).toBeInstanceOf(ImportStopped)
    expect(stopped).toHaveProperty(
      'cause.message',
      'The file would remove from the shop: tags (1 product). ' +
        'Fill the cells, leave the columns or products out, or remove them with --remove.',
    )
  })

  it('refuses more than 50,000 rows and names PostgreSQL', async () => {
    const sizes = Array.from({ length: 2000 }, (_, at) => ({
      options: { Size: String(at) },
      regularPrice: 9,
    }))
    const options = [{ name: 'Size', values: sizes.map(({ options: { Size } }) => Size) }]
    const list = Array.from({ length: 26 }, (_, at) => ({
      ...{ key: `k${at}`, title: 'Kurta', category: 'Kurtas', options, variants: sizes },
    }))
    const { exitCode, problems } = await run(db, folderWith({ 'c.json': list }), 'import', BIG, 'c.json')
    expect([exitCode, problems]).toEqual([
      1,
      [
        'Nothing was written: the file has more than 50,000 rows (variants, and products without any), which the ' +
          'embedded database does not take. Move the shops to PostgreSQL (DATABASE_URL), or import a part of the file.',
      ],
    ])
    expect(await countProducts()).toBe(0)
  })
})
