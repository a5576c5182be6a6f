import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { SHOP_HOST, SHOP_ID, startApiProcess, type ApiProcess } from '../../kit/api/api-process.ts'
import { createToken } from '../../kit/api/staff.ts'
import { startPurgedStorefront, type PurgedStorefront } from '../../kit/shops/purged-storefront.ts'

let api: ApiProcess
let storefront: PurgedStorefront
let token = ''

beforeAll(async () => {
  storefront = await startPurgedStorefront()
  api = await startApiProcess(undefined, {
    env: {
      CACHE_PURGE_ORIGINS: storefront.origin,
      CACHE_PURGE_SECRET: 'what the test of edits purges with, 32 characters',
    },
    async prepare(db) {
      token = await createToken(db, SHOP_ID)
    },
  })
}, 60_000)

afterAll(async () => {
  await api.stop()
  storefront.close()
})

test(
  'each of several edits of a product is purged before its response',
  { tags: ['@req-12.7', '@req-16'] },
  async () => {
    const call = async (path: string, edit?: object) => {
      const { body } = await request(`http://127.0.0.1:${api.port}/admin/v1${path}`, {
        method: edit ? 'PATCH' : 'GET',
        headers: {
          ...{ host: SHOP_HOST, authorization: `Bearer ${token}` },
          ...(edit && { 'content-type': 'application/json' }),
        },
        body: edit ? JSON.stringify(edit) : null,
      })
      return (await body.json()) as { id: string; version: string; data: { id: string }[] }
    }
    const id = (await call('/products')).data[0]?.id ?? ''
    let { version } = await call(`/products/${id}`)
    for (const regularPrice of [1500, 1600, 1700]) {
      const before = storefront.purges.length
      ;({ version } = await call(`/products/${id}`, { version, regularPrice }))
      expect(storefront.purges.slice(before)).toMatchObject([
        { body: { tags: expect.arrayContaining([`product:${SHOP_HOST}:${id}`]) } },
      ])
    }
  },
)
