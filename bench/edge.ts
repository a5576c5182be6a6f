import { brotliDecompressSync } from 'node:zlib'

import { purgePages } from '../api/purge/purge-pages.ts'
import { needTools } from '../tests/kit/processes.ts'
import { fixed, median, printTable, verdict } from '../tests/kit/table.ts'
import { startVarnish } from '../tests/kit/varnish.ts'
import { get, startBenchStorefront, type BenchStorefront, type PageResponse } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'

const HOST = 'localhost'
const PRODUCTS = 240
const EDITS = 20
const SEEN_WITHIN_MS = 1000
/** Readers at once of a page that Varnish passes on, while a storefront is killed, and their reads. */
const READERS = 8
const READS = 250
const TAGGED = 5000
const TAGGED_PAGES = 20
const MIN_HIT_SHARE = 0.99
const PURGE_SECRET = 'what the bench purges with, 32 characters and more'
/** Headers of a page that a cache must not change. */
const COMPARED = [
  'content-type',
  'content-encoding',
  'content-security-policy',
  'etag',
  'vary',
  'link',
  'cache-control',
]

/**
 * Puts Varnish before two storefronts: compares every page with the storefront's own, counts hits under unique ad tags,
 * measures when an edit is seen, and asks for every page after everything behind Varnish is dead.
 */
export async function benchEdge(count: number): Promise<boolean> {
  needTools('varnishd')
  const store = await startMemoryStore()
  const environment = {
    EDGE_MAX_AGE: '3600',
    CACHE_PURGE_SECRET: PURGE_SECRET,
    IMAGE_SECRET: 'what signs pictures in the bench, 32 characters',
  }
  const storefronts = [
    await startBenchStorefront(store.port, { environment }),
    await startBenchStorefront(store.port, { environment }),
  ]
  const edge = await startVarnish(storefronts, PURGE_SECRET)
  try {
    const paths = addresses(count)
    const different: string[] = []
    for (const path of paths) {
      // A busy machine may defer a section of a page, which is not stored then.
      for (const { port } of storefronts) await untilHit(port, path)
      const direct = await get(storefronts[0]?.port ?? 0, path)
      const [first, second] = [await get(edge.port, path), await get(edge.port, path)]
      if (!isSame(direct, first) || !isSame(direct, second) || second.headers['x-edge-cache'] !== 'hit')
        different.push(path)
    }
    different.push(...(await findPoisoned(edge.port, storefronts[0]?.port ?? 0)))
    const hitShare = await countHits(edge.port)
    const edits = await timeEdits(store, edge, storefronts)
    const failedReads = await readWhileKilled(edge.port, storefronts[0])
    for (const storefront of storefronts) await storefront.stop()
    await store.stop()
    let dead = 0
    for (const path of paths) if ((await get(edge.port, path)).status !== 200) dead += 1
    const slowest = Math.max(...edits)
    printTable('Varnish before two storefronts', [
      {
        figure: `${paths.length} addresses in two languages, and odd ones, that differ with Varnish or are no hit the second time`,
        measured: different.length,
        target: '0',
        verdict: verdict(different.length === 0),
      },
      {
        figure: `hits of ${TAGGED} requests, each with an ad tag of its own`,
        measured: `${fixed(hitShare * 100, 2)} %`,
        target: `≥ ${MIN_HIT_SHARE * 100} %`,
        verdict: verdict(hitShare >= MIN_HIT_SHARE),
      },
      {
        figure: `an edit is seen through Varnish, median and slowest of ${EDITS}, ms`,
        measured: `${fixed(median(edits), 0)}, ${fixed(slowest, 0)}`,
        target: `≤ ${SEEN_WITHIN_MS}`,
        verdict: verdict(slowest <= SEEN_WITHIN_MS),
      },
      {
        figure: `of ${READERS * READS} reads of the cart, which is not stored, that failed while a storefront was killed`,
        measured: failedReads,
        target: '0',
        verdict: verdict(failedReads === 0),
      },
      {
        figure: `of ${paths.length} pages not served with storefronts and store API dead`,
        measured: dead,
        target: '0',
        verdict: verdict(dead === 0),
      },
    ])
    for (const path of different.slice(0, 5)) console.log(`differs: ${path}`)
    return (
      different.length + failedReads + dead === 0 && hitShare >= MIN_HIT_SHARE && slowest <= SEEN_WITHIN_MS
    )
  } finally {
    await edge.stop()
    for (const storefront of storefronts) await storefront.stop()
  }
}

/** Addresses of products with their sizes, listings with filters, and policies, each in English and Hindi. */
function addresses(count: number): string[] {
  const products = Array.from({ length: PRODUCTS }, (_, index) => `/product/p${index + 1}`)
  const sizes = ['S', 'M', 'L', 'XL'].flatMap((size) => products.map((path) => `${path}?size=${size}`))
  const categories = ['kurtas', 'sarees', 'shirts', 'dresses', 'men', 'women', 'footwear', 'accessories']
  const pages = Array.from({ length: 20 }, (_, index) => `/products?page=${index + 1}`)
  const filtered = categories.flatMap((category) =>
    ['', '&parentCategory=Cotton', '&featured=true', '&page=2'].map(
      (rest) => `/products?category=${category}${rest}`,
    ),
  )
  const fixedPages = [
    '/',
    '/products',
    '/contact',
    '/terms',
    '/privacy',
    '/refund',
    '/return',
    '/shipping',
    '/about',
  ]
  const all = [...fixedPages, ...pages, ...filtered, ...products, ...sizes].slice(0, Math.ceil(count / 2))
  return all.flatMap((path) => [path, path === '/' ? '/hi' : `/hi${path}`])
}

async function untilHit(port: number, path: string): Promise<void> {
  for (let tries = 0; (await get(port, path)).state !== 'hit'; tries += 1)
    if (tries > 100) throw new Error(`${path} is never stored.`)
}

function isSame(one: PageResponse, other: PageResponse): boolean {
  return (
    one.status === 200 &&
    other.status === 200 &&
    one.body.equals(other.body) &&
    COMPARED.every((name) => one.headers[name] === other.headers[name])
  )
}

/**
 * Asks Varnish for addresses whose query a cache reads differently than a page may, each before the plain one that it could
 * replace; returns those that then differ from the storefront's.
 */
async function findPoisoned(edgePort: number, directPort: number): Promise<string[]> {
  const odd = [
    ['/products?c%61tegory=men', '/products'],
    ['/products?category=kurtas&category=men', '/products?category=men&category=kurtas'],
    ['/products?category=kurtas?page=2', '/products?category=kurtas'],
    ['/products?x=1?page=2', '/products'],
    ['/products?+page=2&page=3', '/products?page=3'],
    ['/product/p1?size=S%26colour=Ivory', '/product/p1?size=S'],
    ['//products', '/products'],
    ['/hi/../products', '/products'],
    ['/products/?page=2#page=3', '/products?page=2'],
  ] as const
  const poisoned: string[] = []
  for (const [first, then] of odd) {
    await get(edgePort, first)
    await untilHit(directPort, then)
    const [direct, edge] = [await get(directPort, then), await get(edgePort, then)]
    if (!edge.body.equals(direct.body)) poisoned.push(`${first}, then ${then}`)
  }
  return poisoned
}

async function countHits(port: number): Promise<number> {
  const paths = addresses(2 * TAGGED_PAGES)
  let hits = 0
  for (let index = 0; index < TAGGED; index += 1) {
    const path = paths[index % paths.length] ?? '/'
    const tag = `gclid=${index.toString(36)}-${index * 7919}&utm_source=ad`
    const { headers } = await get(port, `${path}${path.includes('?') ? '&' : '?'}${tag}`)
    if (headers['x-edge-cache'] === 'hit') hits += 1
  }
  return hits / TAGGED
}

/** Reads that failed of a page that Varnish passes on, while one of the storefronts is killed. */
async function readWhileKilled(port: number, storefront: BenchStorefront | undefined): Promise<number> {
  let [reads, failed] = [0, 0]
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      for (let read = 0; read < READS; read += 1) {
        reads += 1
        if (reads === READERS) storefront?.child.kill('SIGKILL')
        if ((await get(port, '/cart')).status !== 200) failed += 1
      }
    }),
  )
  return failed
}

/** Milliseconds from an edit in the store API until Varnish shows it. */
async function timeEdits(
  store: Awaited<ReturnType<typeof startMemoryStore>>,
  edge: { port: number; origin: string },
  storefronts: { port: number }[],
): Promise<number[]> {
  const config = {
    defaultTenantHost: HOST,
    storefronts: storefronts.map(({ port }) => `http://127.0.0.1:${port}`),
    edgeCaches: [edge.origin],
    purgeSecret: PURGE_SECRET,
  }
  const times: number[] = []
  for (let edit = 0; edit < EDITS; edit += 1) {
    const product = { id: `p${edit + 1}`, category: 'Kurtas' }
    const title = `Changed ${edit}`
    await get(edge.port, `/product/${product.id}`)
    const startedAt = performance.now()
    store.rename(product.id, title)
    const failed = await purgePages(config, { hosts: [HOST] }, [product])
    if (failed.length > 0) throw new Error(`Not purged: ${failed.join(', ')}.`)
    while (!brotliDecompressSync((await get(edge.port, `/product/${product.id}`)).body).includes(title)) {
      if (performance.now() - startedAt > 10 * SEEN_WITHIN_MS) throw new Error('The edit was never shown.')
    }
    times.push(performance.now() - startedAt)
  }
  return times
}
