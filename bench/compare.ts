import { chromium, type Browser } from 'playwright'

import { installBrowser } from '../scripts/browser.ts'
import { root } from '../scripts/processes/dev-processes.ts'
import {
  memoryMb,
  needTools,
  processorMs,
  SERVER_CORE,
  stayOnLoadCore,
  type Running,
} from '../tests/kit/processes.ts'
import { fixed, median, printTable } from '../tests/kit/table.ts'
import { startBenchStorefront } from './kit/bench-storefront.ts'
import { checkOut } from './kit/checkout.ts'
import { startMemoryStore, type MemoryStore } from './kit/memory-store.ts'
import { load, type Variation } from './kit/wrk.ts'

const ROUNDS = 3
const SECONDS = 3
const MISS_CONNECTIONS = 4
const SETTLE_MS = 1500
const TAPS = 30
const PAGES = { home: '/', listing: '/products', product: '/product/p1', policy: '/terms' }
const uniqueKey: Variation = { path: '"/products?parentCategory=c" .. run .. n' }
const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }

type Figures = Record<string, number>

/**
 * Compares this working tree with another commit in one run: start, memory, cached and uncached pages, what pages weigh in
 * a browser, and the time from a tap on a card to the product's picture. Both are measured in turns.
 */
export async function benchCompare(against: string | undefined): Promise<boolean> {
  if (against === undefined) throw new Error('Name the other commit: --against <commit>.')
  needTools('wrk', 'taskset')
  const other = checkOut(against)
  const store = await startMemoryStore()
  const browser = await chromium.launch({
    executablePath: installBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const sides = { before: other.path, now: root }
  const rounds: Record<keyof typeof sides, Figures[]> = { before: [], now: [] }
  try {
    stayOnLoadCore()
    for (let round = 0; round < ROUNDS; round += 1)
      for (const side of ['before', 'now'] as const)
        rounds[side].push(await measure(sides[side], store, browser))
  } finally {
    await browser.close()
    await store.stop()
    other.remove()
  }
  const of = (side: keyof typeof sides, figure: string) =>
    median(rounds[side].map((figures) => figures[figure] ?? NaN))
  printTable(
    `Beside ${other.commit.slice(0, 12)}: median of ${ROUNDS} rounds in turns, server on core 0`,
    Object.keys(rounds.now[0] ?? {}).map((figure) => {
      const [before, now] = [of('before', figure), of('now', figure)]
      return { figure, before: fixed(before, 2), now: fixed(now, 2), ratio: fixed(now / before, 2) }
    }),
  )
  return true
}

async function measure(directory: string, store: MemoryStore, browser: Browser): Promise<Figures> {
  const storefront = await startBenchStorefront(store.port, { core: SERVER_CORE, directory })
  try {
    const started = storefront.readyMs + (await storefront.get('/')).totalMs
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const idle = memoryMb(storefront.pid)
    const figures: Figures = { 'spawn to first page, ms': started, 'memory idle, MB': idle }
    for (const [name, path] of Object.entries(PAGES))
      figures[`${name}, hit, µs of processor`] = (await costOf(storefront, path)) * 1000
    figures['listing, miss, ms of processor'] = await costOf(storefront, '/', uniqueKey)
    figures['memory after that, MB'] = memoryMb(storefront.pid)
    for (const [name, path] of Object.entries(PAGES))
      Object.assign(figures, await weigh(browser, storefront.port, name, path))
    for (const [name, path] of Object.entries({ home: PAGES.home, listing: PAGES.listing })) {
      const taps = await tapCards(browser, storefront.port, path)
      figures[`tap on ${name} to picture, p50 ms`] = median(taps)
      figures[`tap on ${name} to picture, p95 ms`] = taps[Math.ceil(taps.length * 0.95) - 1] ?? NaN
    }
    return figures
  } finally {
    await storefront.stop()
  }
}

/** Processor time of one request in milliseconds. */
async function costOf({ pid, port }: Running, path: string, vary?: Variation): Promise<number> {
  const before = processorMs(pid)
  const options = vary && { vary, connections: MISS_CONNECTIONS }
  const { requests } = await load({ port, path, seconds: SECONDS, ...options })
  return (processorMs(pid) - before) / requests
}

/** Requests and bytes of a first visit without pictures, as the browser receives them, headers included. */
async function weigh(browser: Browser, port: number, name: string, path: string): Promise<Figures> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const types = new Map<string, string>()
  let [requests, bytes] = [0, 0]
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (types.get(requestId) === 'Image') return
    requests += 1
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'networkidle' })
  await context.close()
  return { [`${name}, requests`]: requests, [`${name}, KB`]: bytes / 1000 }
}

/** Milliseconds from the tap on a card until its product's first picture is there to be painted, ascending. */
async function tapCards(browser: Browser, port: number, path: string): Promise<number[]> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const times: number[] = []
  for (let tap = 0; tap < TAPS; tap += 1) {
    await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'load' })
    const card = page.locator('main a[href^="/product/"]:visible').nth(tap % 4)
    await card.scrollIntoViewIfNeeded()
    const tappedAt = Date.now()
    await card.tap({ noWaitAfter: true })
    await page.waitForURL('**/product/**', { waitUntil: 'commit' })
    const paintedAt = await page.evaluate(async () => {
      const picture = document.querySelector<HTMLImageElement>('main img')
      if (picture && !picture.complete)
        await new Promise((resolve) => picture.addEventListener('load', resolve))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return Date.now()
    })
    times.push(paintedAt - tappedAt)
  }
  await context.close()
  return times.sort((one, another) => one - another)
}
