import { LRUCache } from 'lru-cache'

import { StatusError } from '../lib/errors.ts'
import type { StoreInfo } from '../lib/schemas/store-info.ts'
import type { StoreClient } from '../lib/store-api/client.ts'
import { fetchStoreInfo } from '../lib/store-api/store-info.ts'

const FRESH_MS = 5000
const KNOWN_SHOPS = 2000

/** What is known of the shop behind a host. */
export type StoreState =
  | { status: 'ready'; store: StoreInfo }
  /** The API serves no shop on this host. */
  | { status: 'unknown' }
  /** The API failed and nothing was kept from before. */
  | { status: 'failed'; reason: Error }

type FindStore = (host: string, client: StoreClient) => Promise<StoreState>

/**
 * Finds a shop's record; kept for a few seconds by host, one call at a time, and the record from before when the API
 * fails. `isCacheOn: false` asks every time. design §3, §6.19
 */
export function createStoreFinder({ isCacheOn }: { isCacheOn: boolean }) {
  const cache = new LRUCache<string, StoreState, StoreClient>({
    max: KNOWN_SHOPS,
    ttl: FRESH_MS,
    fetchMethod: async (_host, before, { context }) => {
      const state = await stateOf(context)
      return state.status === 'failed' && before?.status === 'ready' ? before : state
    },
  })

  const find: FindStore = async (host, client) => {
    if (!isCacheOn) return stateOf(client)
    const state = await cache.forceFetch(host, { context: client })
    if (state.status === 'failed') cache.delete(host)
    return state
  }

  return {
    find,
    /** Asks anew next time, for the hosts that the test names. */
    forget(isNamed: (host: string) => boolean): void {
      for (const host of [...cache.keys()]) if (isNamed(host)) cache.delete(host)
    },
  }
}

async function stateOf(client: StoreClient): Promise<StoreState> {
  try {
    return { status: 'ready', store: await fetchStoreInfo(client) }
  } catch (error) {
    if (error instanceof StatusError && error.status === 421) return { status: 'unknown' }
    return { status: 'failed', reason: error instanceof Error ? error : new Error(String(error)) }
  }
}
