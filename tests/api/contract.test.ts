import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createdOrderSchema, receivedOrderListSchema, receivedOrderSchema } from '@tanabana/contract/order.ts'
import { paymentResponseSchema, receivedPaymentFieldsSchema } from '@tanabana/contract/payment.ts'
import { receivedProductPageSchema, receivedProductSchema } from '@tanabana/contract/product.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import { receivedStoreInfoSchema } from '@tanabana/contract/store-info.ts'
import { authorizationSchema, receivedAccountSchema } from '@tanabana/contract/user.ts'
import { createClient, type StoreClient } from '../../src/lib/api-client/client.ts'
import { storeInfoResponse } from '../../api/modules/store-info/response-schemas.ts'
import { ADDRESS, openSandboxStore, type Store } from '../kit/api/store.ts'

const RETURNS = { storeName: 'Shop', categories: [], returnPolicy: { fees: 'free' } }

it.each([
  [0, true],
  [365, true],
  [366, false],
  [-1, false],
  [1.5, false],
])('a store record whose goods may come back for %d days is one: %s', (days, isRecord) => {
  const record = { ...RETURNS, returnPolicy: { ...RETURNS.returnPolicy, days } }
  expect(z.safeParse(storeInfoResponse, record).success).toBe(isRecord)
})

let store: Store
let token: string | undefined
let client: StoreClient

beforeAll(async () => {
  store = await openSandboxStore()
  client = createClient({
    base: 'http://localhost:8044/api/v1',
    fetch: async (url, init) => {
      const headers = new Headers(init.headers)
      headers.set('host', 'localhost:8044')
      return store.app.request(url, { ...init, headers })
    },
    token: () => token,
    deadlineMs: 10_000,
  })
}, 60_000)

afterAll(() => store.close())

describe('the storefront’s own client', () => {
  it('walks from the store record to a paid order', async () => {
    const info = await client.get('/storeInfo', receivedStoreInfoSchema)
    expect(info).toMatchObject({ storeName: 'asha store', capabilities: ['order-lines', 'idempotency-key'] })

    const page = await client.get('/products', receivedProductPageSchema, { limit: 12 })
    expect(page).toMatchObject({ pagination: { total: 2 } })
    const id = page.data[0]?.id ?? ''
    expect(await client.get(`/products/${id}`, receivedProductSchema)).toEqual(page.data[0])

    const account = {
      email: 'meera@example.com',
      password: 'zari-loom-7',
      firstName: 'Meera',
      lastName: 'Iyer',
    }
    await client.post('/users/register', z.unknown(), account)
    token = (await client.post('/users/authorize', authorizationSchema, account)).token
    expect(await client.get('/accountInfo', wrappedOrBare(receivedAccountSchema))).toMatchObject({
      email: 'meera@example.com',
    })

    const { id: orderId } = await client.post(
      '/orders',
      createdOrderSchema,
      {
        products: { [id]: 1 },
        shippingAddress: ADDRESS,
        lines: [{ productId: id, quantity: 1, selectedSize: 'M', selectedColor: 'Red' }],
      },
      { 'idempotency-key': 'checkout-1' },
    )
    expect(await client.get('/payments/fields', receivedPaymentFieldsSchema)).toHaveLength(2)
    const payment = await client.post('/payments', paymentResponseSchema, {
      orderId,
      fields: { method: 'card', phone: '+919876543210' },
    })
    const data = payment.action?.formParams?.data ?? {}
    await store.request('localhost:8044', `/sandbox/upi/${data.paymentId}`, { form: { decision: 'approve' } })

    const orders = await client.get('/orders', receivedOrderListSchema)
    expect(orders).toMatchObject([
      {
        id: orderId,
        status: 1,
        items: [{ quantity: 1, price: 999.5, selectedSize: 'M', selectedColor: 'Red' }],
      },
    ])
    const tracked = await client.get(`/orders/${orderId}`, receivedOrderSchema, {
      contactInfo: account.email,
    })
    expect(tracked).toEqual(orders[0])
  })

  it('shows the sentence of a failure', async () => {
    await expect(
      client.post('/users/authorize', authorizationSchema, {
        email: 'a@example.com',
        password: 'zari-loom-7',
      }),
    ).rejects.toMatchObject({ status: 401, serverMessage: 'Email or password is incorrect.' })
  })
})
