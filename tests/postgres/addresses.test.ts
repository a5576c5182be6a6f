import { afterAll, beforeAll, expect, it } from 'vitest'

import { withTenant } from '../../api/db/index.ts'
import { addAddress, listAddresses } from '../../api/modules/delivery/addresses.ts'
import { findCredentials } from '../../api/modules/users/accounts.ts'
import { ADDRESS, openStore, type Store } from '../kit/api/store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore([])
})

afterAll(() => store.close())

it('saves an address once that is sent several times at once', async () => {
  const { email } = await store.signIn('asha.example')
  const userId = await withTenant(store.db, 'asha', async (tx) => {
    return (await findCredentials(tx, 'asha', email))?.id ?? ''
  })
  const saved = await Promise.all(
    Array.from({ length: 8 }, () =>
      withTenant(store.db, 'asha', (tx) => addAddress(tx, 'asha', userId, ADDRESS, new Date())),
    ),
  )
  expect(new Set(saved.map(({ id }) => id)).size).toBe(1)
  expect(await withTenant(store.db, 'asha', (tx) => listAddresses(tx, 'asha', userId))).toHaveLength(1)
})
