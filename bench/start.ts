import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { get, startBenchStorefront, type BenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { memoryMb, needTools, startScript } from '../tests/kit/processes.ts'
import { fixed, median, printTable, verdict } from '../tests/kit/table.ts'
import { load } from './kit/wrk.ts'

const ROUNDS = 5
const SETTLE_MS = 1500
const LOADED_SECONDS = 3
const PAGES_PER_TENANT = 32
const AT_ONCE = 8
const ALL_TENANTS = 1000
const PLAIN = fileURLToPath(new URL('./kit/plain-process.ts', import.meta.url))

/**
 * Measures the time from spawning to the first page, and memory: idle, after load, and added by `tenants` shops with
 * 32 cached pages each.
 */
export async function benchStart(tenants: number): Promise<boolean> {
  needTools('wrk', 'taskset')
  const store = await startMemoryStore()
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-plain-'))
  const file = join(directory, 'body')
  writeFileSync(file, 'plain')
  const starts: { own: number; plain: number; plainMb: number; idleMb: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = await startScript([PLAIN, file])
    const plainMs = plain.readyMs + (await get(plain.port, '/')).totalMs
    const plainMb = memoryMb(plain.pid)
    await plain.stop()
    const storefront = await startBenchStorefront(store.port)
    const own = storefront.readyMs + (await storefront.get('/')).totalMs
    await settled()
    starts.push({ own, plain: plainMs, plainMb, idleMb: memoryMb(storefront.pid) })
    await storefront.stop()
  }
  rmSync(directory, { recursive: true })

  const storefront = await startBenchStorefront(store.port)
  for (const path of ['/', '/products', '/product/p1', '/terms']) {
    await load({ port: storefront.port, path, seconds: LOADED_SECONDS })
  }
  await load({
    port: storefront.port,
    seconds: LOADED_SECONDS,
    connections: 4,
    vary: { path: '"/product/p" .. (n % 240)' },
  })
  await settled()
  const loaded = memoryMb(storefront.pid)
  const first = await storefront.get('/product/p1', 't0.localhost')
  const entries = await fillTenants(storefront, tenants)
  await settled()
  const added = memoryMb(storefront.pid) - loaded
  const { states, perSecond } = await load({
    port: storefront.port,
    seconds: LOADED_SECONDS,
    vary: {
      path: `"/product/p" .. (math.floor(n / ${tenants}) % ${PAGES_PER_TENANT} + 1)`,
      host: `"t" .. (n % ${tenants}) .. ".localhost"`,
    },
    countsStates: true,
  })
  const cached = await storefront.purge(
    ...Array.from({ length: tenants }, (_, index) => `tenant:t${index}.localhost`),
  )
  await storefront.stop()
  await store.stop()

  const startMs = median(starts.map(({ own }) => own))
  const plainMs = median(starts.map(({ plain }) => plain))
  const idle = median(starts.map(({ idleMb }) => idleMb))
  const plainMb = median(starts.map((start) => start.plainMb))
  printTable(`Start and memory (resident, 1 MB = 1,000,000 bytes), starts: median of ${ROUNDS} in turns`, [
    {
      figure: 'spawn to first 200 of the home page',
      measured: `${fixed(startMs, 0)} ms`,
      'node:http': `${fixed(plainMs, 0)} ms`,
      ratio: fixed(startMs / plainMs),
      target: '≤ 400 ms',
      verdict: verdict(startMs <= 400),
    },
    {
      figure: 'memory idle',
      measured: `${fixed(idle)} MB`,
      'node:http': `${fixed(plainMb)} MB`,
      ratio: fixed(idle / plainMb),
      target: '≤ 120 MB',
      verdict: verdict(idle <= 120),
    },
    {
      figure: 'memory after load (hits, then 240 products)',
      measured: `${fixed(loaded)} MB`,
      target: '≤ 200 MB',
      verdict: verdict(loaded <= 200),
    },
    {
      figure: `${tenants} tenants × ${PAGES_PER_TENANT} pages, added`,
      measured: `${fixed(added)} MB`,
    },
  ])
  console.log(
    `${cached} of ${entries} pages were cached, ${fixed((added * 1000) / entries)} KB each; a product page has ${first.body.length} bytes in Brotli.` +
      ` Read in turn: ${fixed(perSecond, 0)} a second, ${states.hit} hits, ${states.stale} stale, ${states.miss} misses.` +
      (tenants < ALL_TENANTS ? ` All ${ALL_TENANTS} tenants: --tenants ${ALL_TENANTS}.` : ''),
  )
  return true
}

async function fillTenants(storefront: BenchStorefront, tenants: number): Promise<number> {
  const wanted = Array.from({ length: tenants * PAGES_PER_TENANT }, (_, index) => ({
    host: `t${Math.floor(index / PAGES_PER_TENANT)}.localhost`,
    path: `/product/p${(index % PAGES_PER_TENANT) + 1}`,
  }))
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = wanted[next++]; one !== undefined; one = wanted[next++]) {
        const { status } = await storefront.get(one.path, one.host)
        if (status !== 200) throw new Error(`${one.host}${one.path} answered ${status}.`)
      }
    }),
  )
  return wanted.length
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
}
