import { startBenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { SERVER_CORE, memoryMb, needTools, stayOnLoadCore } from './kit/processes.ts'
import { fixed, printTable, verdict } from './kit/table.ts'
import { load, type Variation } from './kit/wrk.ts'

const SECONDS = 10
/** Small enough for the flood to fill it. */
const CACHE_MB = 4
const VICTIM = 'quiet.localhost'
const FLOODED = '"flooded.localhost"'
const VICTIM_PAGES = Array.from({ length: 32 }, (_, index) => `/product/p${index + 1}`)
const EVICTED_TARGET = 0.01

const floods: { name: string; vary: Variation }[] = [
  { name: 'invented paths', vary: { path: '"/invented-" .. run .. n', host: FLOODED } },
  {
    name: 'invented filters',
    vary: { path: '"/products?parentCategory=" .. run .. n .. "&page=" .. n', host: FLOODED },
  },
  {
    name: 'invented parameters',
    vary: { path: '"/products?" .. run .. n .. "=" .. n', host: FLOODED },
  },
]

/** Floods one shop with invented URLs in a cache of 4 MB and counts how many of another shop's 32 pages are evicted. */
export async function benchFlood(): Promise<boolean> {
  needTools('wrk', 'taskset')
  stayOnLoadCore()
  const store = await startMemoryStore()
  const rows = []
  for (const { name, vary } of floods) {
    const storefront = await startBenchStorefront(store.port, {
      core: SERVER_CORE,
      environment: { PAGE_CACHE_MB: String(CACHE_MB) },
    })
    for (const path of VICTIM_PAGES) await storefront.get(path, VICTIM)
    const before = memoryMb(storefront.pid)
    const { requests, states } = await load({
      port: storefront.port,
      seconds: SECONDS,
      vary,
      countsStates: true,
    })
    let evicted = 0
    for (const path of VICTIM_PAGES) {
      if ((await storefront.get(path, VICTIM)).state === 'miss') evicted += 1
    }
    const share = evicted / VICTIM_PAGES.length
    const memory = memoryMb(storefront.pid)
    rows.push({
      flood: name,
      requests,
      'made anew': states.miss ?? 0,
      'not kept': states.bypass ?? 0,
      'kept at the end': await storefront.purge('tenant:flooded.localhost'),
      'others’ pages gone': `${evicted} of ${VICTIM_PAGES.length}, ${fixed(share * 100)} %`,
      target: '< 1 %',
      verdict: verdict(share < EVICTED_TARGET),
      'memory before → after': `${fixed(before)} → ${fixed(memory)} MB`,
    })
    await storefront.stop()
  }
  await store.stop()
  printTable(`A flood of one tenant, ${SECONDS} s each, PAGE_CACHE_MB=${CACHE_MB}`, rows)
  return rows.every((row) => row.verdict === 'ok')
}
