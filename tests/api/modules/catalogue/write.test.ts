import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CatalogueProduct } from '../../../../api/db/catalogue-product.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { findTenant, findTenantByHost, listTenants } from '../../../../api/modules/tenants/find.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { ASHA, changeCatalogue, openStore, product, type Store } from '../../helpers/store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore([])
}, 60_000)

afterAll(() => store.close())

function write(tenantId: string, catalogue: CatalogueProduct[]) {
  return changeCatalogue(store.db, tenantId, (tx) => writeProducts(tx, tenantId, catalogue))
}

async function read(host: string): Promise<{ id: string; title: string; regularPrice: number }[]> {
  return (await store.call(host, '/products?limit=100')).body.data
}

describe('writing a catalogue', () => {
  it('creates, then leaves alone what is the same, then updates what differs and keeps its id', async () => {
    const catalogue = Array.from({ length: 1200 }, (_, index) => product(`p${index}`))
    expect(await write('asha', catalogue)).toEqual({ created: 1200, updated: 0, unchanged: 0 })
    const [before] = await read('asha.example')
    expect(await write('asha', catalogue)).toEqual({ created: 0, updated: 0, unchanged: 1200 })

    catalogue[0] = product('p0', { regularPrice: 1.15 })
    catalogue.push(product('new'))
    expect(await write('asha', catalogue)).toEqual({ created: 1, updated: 1, unchanged: 1199 })
    const after = (await read('asha.example')).find(({ id }) => id === before?.id)
    expect(after).toMatchObject({ title: 'Title of p0', regularPrice: 1.15 })
    expect((await read('bela.example')).map(({ title }) => title)).not.toContain('Title of p0')
  })

  it('writes nothing when something goes wrong', async () => {
    const broken = { ...product('broken'), regularPrice: Number.NaN }
    await expect(write('bela', [product('good'), broken])).rejects.toThrow()
    expect((await read('bela.example')).map(({ title }) => title)).not.toContain('Title of good')
  })

  it('takes a sale price away again', async () => {
    await write('bela', [product('sale', { discountedPrice: 500 })])
    expect((await read('bela.example'))[0]).toMatchObject({ discountedPrice: 500, regularPrice: 999.5 })
    await write('bela', [product('sale')])
    expect((await read('bela.example'))[0]).not.toHaveProperty('discountedPrice')
  })
})

describe('writing a shop', () => {
  const shop = { ...ASHA, id: 'chitra', hosts: ['Chitra.example', 'chitra.localhost'] }

  it('creates it and later replaces record, payee and hosts', async () => {
    expect(await putTenant(store.db, shop)).toBe('created')
    const changed = { ...shop, hosts: ['chitra.localhost'], payee: { upiId: 'c@bank', name: 'C' } }
    expect(await findTenantByHost(store.db, 'chitra.example')).toMatchObject({ id: 'chitra' })
    expect(await putTenant(store.db, changed)).toBe('updated')
    expect(await findTenant(store.db, 'chitra')).toEqual(changed)
    expect(await findTenantByHost(store.db, 'chitra.example')).toBeUndefined()
    expect((await listTenants(store.db)).map(({ id }) => id)).toEqual(['asha', 'bela', 'chitra'])
  })

  it('refuses a host of another shop and changes nothing', async () => {
    await expect(
      putTenant(store.db, { ...shop, id: 'dev', hosts: ['dev.localhost', 'bela.example'] }),
    ).rejects.toThrow('The host bela.example already belongs to the shop bela.')
    expect(await findTenant(store.db, 'dev')).toBeUndefined()
  })
})
