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
import { fixed, median, percentile, printTable } from '../tests/kit/table.ts'
import { startBenchStorefront } from './kit/bench-storefront.ts'
import { checkOut } from './kit/checkout.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { readPeers, startPeer } from './kit/peers.ts'
import { load } from './kit/wrk.ts'

const SECONDS = 3
const MISS_CONNECTIONS = 4
const SETTLE_MS = 1500
const TAPS = 30
const PAGES = { home: '/', listing: '/products', product: '/product/p1', policy: '/terms' }
const CARD = 'main a[href^="/product/"]:visible'
const CARDS = { home: CARD, listing: CARD }
const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }
const PAINT_VISITS = 3
/** Lighthouse's slow 4G: 150 ms and 1.6 Mbit/s. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
}

type Figures = Record<string, number>

/** One column of the table. */
interface Side {
  name: string
  start: () => Promise<Running>
  pages: Record<string, string> & { home: string; listing: string }
  /** CSS selector of the links of product cards, for each page on which they are tapped. */
  cards: { home?: string; listing: string }
}

/**
 * Compares this working tree with another commit, and with the storefronts of a file of peers, in one run: start, memory,
 * pages asked again and pages with new parameters, what pages weigh in a browser, their largest paint on slow 4G, and the
 * time from a tap on a card to the product's picture. All are measured in turns.
 */
export async function benchCompare(rounds: number, against?: string, peersFile?: string): Promise<boolean> {
  if (against === undefined) throw new Error('Name the other commit: --against <commit>.')
  needTools('wrk', 'taskset')
  const peers = peersFile === undefined ? [] : readPeers(peersFile)
  const other = checkOut(against)
  const store = await startMemoryStore()
  const browser = await chromium.launch({
    executablePath: installBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const own = (name: string, directory: string): Side => ({
    ...{ name, pages: PAGES, cards: CARDS },
    start: () => startBenchStorefront(store.port, { core: SERVER_CORE, directory }),
  })
  const sides: Side[] = [
    own('before', other.path),
    own('now', root),
    ...peers.map((peer) => ({ ...peer, start: () => startPeer(peer, SERVER_CORE) })),
  ]
  const taken = sides.map((): Figures[] => [])
  try {
    stayOnLoadCore()
    for (let round = 0; round < rounds; round += 1)
      for (const [index, side] of sides.entries()) taken[index]?.push(await measure(side, browser))
  } finally {
    await browser.close()
    await store.stop()
    other.remove()
  }
  const figures = new Set(taken.flat().flatMap(Object.keys))
  printTable(
    `Beside ${other.commit.slice(0, 12)}: median of ${rounds} rounds in turns, server on core 0`,
    [...figures].map((figure) => {
      const medians = taken.map((side) => medianText(side.flatMap((one) => one[figure] ?? [])))
      return { figure, ...Object.fromEntries(sides.map(({ name }, index) => [name, medians[index]])) }
    }),
  )
  return true
}

/** Returns the median; `undefined` for a figure that this side lacks. */
function medianText(numbers: number[]): string | undefined {
  return numbers.length === 0 ? undefined : fixed(median(numbers), 2)
}

async function measure({ start, pages, cards }: Side, browser: Browser): Promise<Figures> {
  const storefront = await start()
  const { pid, port } = storefront
  const origin = `http://localhost:${port}`
  try {
    const readyAt = performance.now()
    await (await fetch(origin + pages.home)).arrayBuffer()
    const started = storefront.readyMs + performance.now() - readyAt
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const idle = memoryMb(pid)
    const figures: Figures = { 'spawn to first page, ms': started, 'memory idle, MB': idle }
    for (const [name, path] of Object.entries(pages))
      figures[`${name}, hit, µs of processor`] = (await costOf(storefront, `"${path}"`)) * 1000
    const unique = `"${pages.listing}?parentCategory=c" .. run .. n`
    figures['listing, miss, ms of processor'] = await costOf(storefront, unique, MISS_CONNECTIONS)
    figures['memory after that, MB'] = memoryMb(pid)
    for (const [name, path] of Object.entries(pages)) {
      Object.assign(figures, await weigh(browser, port, name, path))
      figures[`${name}, LCP on slow 4G, ms`] = await largestPaint(browser, origin + path)
    }
    for (const [name, card] of Object.entries(cards)) {
      const taps = await tapCards(browser, port, pages[name] ?? '/', card)
      figures[`tap on ${name} to picture, p50 ms`] = median(taps)
      figures[`tap on ${name} to picture, p95 ms`] = percentile(taps, 0.95)
    }
    return figures
  } finally {
    await storefront.stop()
  }
}

/**
 * Processor time of one request in milliseconds; the path is a Lua expression.
 * @throws {Error} a request failed
 */
async function costOf({ pid, port }: Running, path: string, connections?: number): Promise<number> {
  const vary = { path, host: `"localhost:${port}"` }
  const before = processorMs(pid)
  const { requests, errors } = await load({ port, seconds: SECONDS, connections, vary })
  if (errors > 0) throw new Error(`${errors} of ${requests} requests of ${path} failed.`)
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

/** Milliseconds until the largest paint of a first visit on slow 4G, without slowing the processor; median of visits. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const times: number[] = []
  for (let visit = 0; visit < PAINT_VISITS; visit += 1) {
    const context = await browser.newContext(PHONE)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await page.goto(url, { waitUntil: 'networkidle' })
    const time = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
            ...{ type: 'largest-contentful-paint', buffered: true },
          }),
        ),
    )
    times.push(time)
    await context.close()
  }
  return median(times)
}

/** Milliseconds from the tap on a card until its product's first picture is there to be painted. */
async function tapCards(browser: Browser, port: number, path: string, cards: string): Promise<number[]> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const times: number[] = []
  for (let tap = 0; tap < TAPS; tap += 1) {
    await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'load' })
    const card = page.locator(cards).nth(tap % 4)
    await card.scrollIntoViewIfNeeded()
    const tappedAt = Date.now()
    await card.tap({ noWaitAfter: true })
    await page.waitForURL(({ pathname }) => pathname !== path, { waitUntil: 'commit' })
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
  return times
}
