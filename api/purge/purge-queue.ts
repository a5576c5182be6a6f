import type { PurgePages, PurgedProduct, PurgedShop } from './purge-pages.ts'

/** Least time between two purges of one shop. */
export const PURGE_PAUSE_MS = 2000

/** Products that wait for the end of their shop's pause. */
interface Batch {
  shop: PurgedShop
  products: Map<string, PurgedProduct>
  purged: PromiseWithResolvers<string[]>
}

/**
 * Publishes products that sold out or came back: a shop's first change at once, further ones together and at most once
 * in `PURGE_PAUSE_MS`, so that orders and cancellations of one product can't keep the pages of its shop out of the cache.
 */
export function createPurgeQueue(purge: PurgePages) {
  const pauses = new Map<string, NodeJS.Timeout>()
  const batches = new Map<string, Batch>()
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  function send(shop: PurgedShop, products: readonly PurgedProduct[]): Promise<string[]> {
    const sent = purge(shop, products)
    const ended = sent
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => running.delete(ended))
    running.add(ended)
    return sent
  }

  function sendBatch(shopId: string): boolean {
    const batch = batches.get(shopId)
    if (!batch) return false
    batches.delete(shopId)
    const { shop, products, purged } = batch
    purged.resolve(send(shop, [...products.values()]))
    return true
  }

  function beginPause(shopId: string): void {
    pauses.set(
      shopId,
      setTimeout(() => {
        pauses.delete(shopId)
        if (sendBatch(shopId)) beginPause(shopId)
      }, PURGE_PAUSE_MS),
    )
  }

  /** Resolves after the purge that contains the products, with the storefronts that failed. */
  function purgeSpaced(shop: PurgedShop, products: readonly PurgedProduct[]): Promise<string[]> {
    if (isClosed) return send(shop, products)
    if (!pauses.has(shop.id)) {
      beginPause(shop.id)
      return send(shop, products)
    }
    const batch = batches.get(shop.id) ?? {
      shop,
      products: new Map<string, PurgedProduct>(),
      purged: Promise.withResolvers<string[]>(),
    }
    batch.shop = shop
    for (const product of products) batch.products.set(product.id, product)
    batches.set(shop.id, batch)
    return batch.purged.promise
  }

  /** Publishes what waits, and from now on everything at once; resolves when all purges have ended. */
  async function close(): Promise<void> {
    isClosed = true
    for (const pause of pauses.values()) clearTimeout(pause)
    for (const shopId of [...batches.keys()]) sendBatch(shopId)
    await Promise.all(running)
  }

  return { purge: purgeSpaced, close }
}
