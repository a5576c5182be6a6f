import { afterAll, beforeAll, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { products } from '../../api/db/schema.ts'
import { checkCatalogue, writeCatalogue } from '../../api/modules/imports/import-catalogue.ts'
import { openStore, type Store } from '../kit/api/store.ts'
import { breakingCatalogue } from '../cli/breaking-catalogue.ts'

const SETTINGS = { setsStock: false, removes: false }

let store: Store

beforeAll(async () => {
  store = await openStore([])
})

afterAll(() => store.close())

it('keeps nothing of an import that breaks off, however many batches it had written', async () => {
  const catalogue = breakingCatalogue(2500, 2400)
  const checked = await checkCatalogue(store.db, 'asha', catalogue, SETTINGS)
  await expect(writeCatalogue(store.db, 'asha', catalogue, checked, SETTINGS)).rejects.toThrow(
    'the disk is gone',
  )
  expect(await withTenant(store.db, 'asha', (tx) => tx.$count(products))).toBe(0)
})
