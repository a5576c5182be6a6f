import { describe, expect, test } from 'vitest'

import { createClient } from '../../src/lib/store-api/client.ts'
import { createStoreFinder } from '../../src/server/stores.ts'

function clientAnswering(answer: () => Response) {
  let calls = 0
  const client = createClient({
    base: 'http://localhost:8044/api/v1',
    deadlineMs: 1000,
    fetch: async () => {
      calls += 1
      return answer()
    },
  })
  return { client, calls: () => calls }
}

const record = () => Response.json({ storeName: 'Plain Store' })

describe("a shop's record", () => {
  test('is asked for once by requests that come together', async () => {
    const { find } = createStoreFinder({ isCacheOn: true })
    const { client, calls } = clientAnswering(record)
    const found = await Promise.all(Array.from({ length: 50 }, () => find('shop.example', client)))
    expect(calls()).toBe(1)
    expect(found.every((state) => state.status === 'ready')).toBe(true)
  })

  test('of one host is never given to another', async () => {
    const { find } = createStoreFinder({ isCacheOn: true })
    await find('one.example', clientAnswering(record).client)
    const other = clientAnswering(() => Response.json({ storeName: 'Other' }))
    expect(await find('two.example', other.client)).toMatchObject({ store: { storeName: 'Other' } })
  })

  test('that no shop has is unknown', async () => {
    const { find } = createStoreFinder({ isCacheOn: true })
    const { client } = clientAnswering(() => Response.json({ error: 'No shop here.' }, { status: 421 }))
    expect(await find('shop.example', client)).toEqual({ status: 'unknown' })
  })

  test('is asked for again after a failure', async () => {
    const { find } = createStoreFinder({ isCacheOn: true })
    let isUp = false
    const { client } = clientAnswering(() => (isUp ? record() : new Response('', { status: 500 })))
    expect(await find('shop.example', client)).toMatchObject({ status: 'failed' })
    isUp = true
    expect(await find('shop.example', client)).toMatchObject({ status: 'ready' })
  })

  test('is asked for every time when the cache is off', async () => {
    const { find } = createStoreFinder({ isCacheOn: false })
    const { client, calls } = clientAnswering(record)
    await find('shop.example', client)
    await find('shop.example', client)
    expect(calls()).toBe(2)
  })
})
