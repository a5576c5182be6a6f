import { afterAll, beforeAll, expect, it } from 'vitest'

import { countOrders } from '../../../kit/counts/count-orders.ts'
import { countPayments } from '../../../kit/counts/count-payments.ts'
import { countUpi } from '../../../kit/counts/count-upi.ts'
import { startApiProcess, type ApiProcess } from '../../../kit/api/api-process.ts'
import { newDatabaseUrl } from '../../../kit/database/open-test-database.ts'

/** The whole measurements are `npm run bench -- orders` and `npm run bench -- lives`. */
let api: ApiProcess

beforeAll(async () => {
  api = await startApiProcess(await newDatabaseUrl())
})

afterAll(() => api.stop())

it(
  '10 checkouts with lost responses, double clicks, retries and a killed API are 10 orders',
  { tags: ['@asvs-2.3.4', '@req-11.2'], timeout: 60_000 },
  async () => {
    expect(await countOrders(api, 10, 1)).toMatchObject({
      kills: 1,
      acknowledged: 10,
      stored: 10,
      lost: 0,
      double: 0,
      wrongTotals: 0,
    })
  },
)

it(
  '10 payments with repeated, shuffled, forged and misdirected webhooks are 10 orders in Processing',
  { tags: ['@req-11.2'], timeout: 60_000 },
  async () => {
    expect(await countPayments(api, 10, 0)).toMatchObject({
      processing: 10,
      untouched: 2,
      paidTwice: 0,
      forgedAccepted: 0,
    })
  },
)

it(
  '8 UPI payments over four providers with lost webhooks and late successes are in Processing in 60 s',
  { tags: ['@fault-1'], timeout: 120_000 },
  async () => {
    const counts = await countUpi(8, {
      databaseUrl: await newDatabaseUrl(),
      kills: 0,
      payWithinSeconds: 2,
    })
    expect(counts).toMatchObject({
      payu: { payments: 2, right: 2, untouched: 1 },
      razorpay: { payments: 2, right: 2, untouched: 1 },
      cashfree: { payments: 2, right: 2, untouched: 1 },
      phonepe: { payments: 2, right: 2, untouched: 1 },
    })
  },
)
