import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { PurgedProduct, PurgedShop } from '../../../api/purge/purge-pages.ts'
import { createPurgeQueue, PURGE_PAUSE_MS } from '../../../api/purge/purge-queue.ts'

const ASHA = { id: 'asha', hosts: ['asha.example'] }
const BELA = { id: 'bela', hosts: ['bela.example'] }
const kurta = { id: 'kurta', category: 'Kurtas' }
const saree = { id: 'saree', category: 'Sarees' }

let purges: string[]
let failing: string[]

beforeEach(() => {
  vi.useFakeTimers()
  purges = []
  failing = []
})

afterEach(() => vi.useRealTimers())

const openQueue = () =>
  createPurgeQueue(async (shop: PurgedShop, products: readonly PurgedProduct[] = []) => {
    purges.push(`${shop.id}: ${products.map(({ id }) => id).join(' ')}`)
    return failing
  })

describe('a product that sells out and comes back again and again', () => {
  it('is purged at once, and then once for all its changes within two seconds', async () => {
    const { purge } = openQueue()
    void purge(ASHA, [kurta])
    expect(purges).toEqual(['asha: kurta'])
    for (let change = 0; change < 100; change += 1) void purge(ASHA, [kurta])
    expect(purges).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(PURGE_PAUSE_MS)
    expect(purges).toEqual(['asha: kurta', 'asha: kurta'])
    await vi.advanceTimersByTimeAsync(10 * PURGE_PAUSE_MS)
    expect(purges).toHaveLength(2)
    void purge(ASHA, [kurta])
    expect(purges).toHaveLength(3)
  })

  it('delays no other shop, and shares its purge with the other products of its shop', async () => {
    const { purge } = openQueue()
    void purge(ASHA, [kurta])
    void purge(ASHA, [saree])
    void purge(ASHA, [kurta, saree])
    void purge(BELA, [kurta])
    expect(purges).toEqual(['asha: kurta', 'bela: kurta'])
    await vi.advanceTimersByTimeAsync(PURGE_PAUSE_MS)
    expect(purges.slice(2)).toEqual(['asha: saree kurta'])
  })

  it('names the storefronts that the delayed purge did not reach', async () => {
    const { purge } = openQueue()
    await purge(ASHA, [kurta])
    const delayed = purge(ASHA, [kurta])
    failing = ['http://10.0.0.2:4321']
    await vi.advanceTimersByTimeAsync(PURGE_PAUSE_MS)
    expect(await delayed).toEqual(['http://10.0.0.2:4321'])
  })

  it('is purged before the process ends', async () => {
    const { purge, close } = openQueue()
    await purge(ASHA, [kurta])
    void purge(ASHA, [saree])
    await close()
    expect(purges).toEqual(['asha: kurta', 'asha: saree'])
    void purge(ASHA, [kurta])
    expect(purges).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(10 * PURGE_PAUSE_MS)
    expect(purges).toHaveLength(3)
  })
})
