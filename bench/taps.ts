import { fixed, median, percentile, printTable, verdict, type Row } from '../tests/kit/table.ts'
import { startBenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import {
  openChromium,
  openFirefox,
  openOldWebView,
  openWebKit,
  openWebView,
  type TapBrowser,
} from './kit/tap-browsers.ts'

const PAGES = { home: '/', listing: '/products' }
/** Products that are tapped in turns. */
const CARDS = 4
/** A shopper looks before they tap; the page and its service worker are ready by then. */
const LOOK_MS = 1500

interface Target {
  p50?: number
  p95: number
}

const PRERENDERED: Target = { p95: 100 }
const PREFETCHED: Target = { p50: 150, p95: 250 }
interface Candidate {
  open: () => Promise<TapBrowser>
  target: Target
  /** Every product has to be prerendered. */
  prerenders?: boolean
}

const BROWSERS: Record<string, Candidate> = {
  Chromium: { open: openChromium, target: PRERENDERED, prerenders: true },
  'WebView, no prerender': { open: openWebView, target: PREFETCHED },
  'WebView, no rules': { open: openOldWebView, target: PREFETCHED },
  Firefox: { open: openFirefox, target: PREFETCHED },
  WebKitGTK: { open: openWebKit, target: PREFETCHED },
}

interface Tap {
  ms: number
  isPrerendered: boolean
}

/**
 * Measures the time from the click at the end of a press of 80 ms on a product's card until the product's first picture is
 * painted, on a warm shop, in a browser that has seen the page with the card only.
 */
export async function benchTaps(count: number): Promise<boolean> {
  const store = await startMemoryStore()
  const storefront = await startBenchStorefront(store.port)
  const origin = `http://localhost:${storefront.port}`
  let isMet = true
  try {
    await warmUp(origin)
    console.log(
      `From the click at the end of a press of 80 ms to the product's first picture, ${count} first taps each, warm shop`,
    )
    for (const [name, { open, target, prerenders = false }] of Object.entries(BROWSERS)) {
      const browser = await open()
      const rows: Row[] = []
      try {
        for (const [from, path] of Object.entries(PAGES)) {
          for (let card = 0; card < CARDS; card += 1) await tapOnce(browser, origin + path, card)
          const taps: Tap[] = []
          for (let tap = 0; tap < count; tap += 1)
            taps.push(await tapOnce(browser, origin + path, tap % CARDS))
          const row = rowOf(from, taps, target)
          rows.push(row)
          const isPrepared = !prerenders || taps.every(({ isPrerendered }) => isPrerendered)
          isMet &&= row.verdict === verdict(true) && isPrepared
        }
        const title = `${name} ${browser.version}`
        printTable(prerenders ? `${title}, where all have to be prerendered` : title, rows)
      } finally {
        await browser.close()
      }
    }
  } finally {
    await storefront.stop()
    await store.stop()
  }
  return isMet
}

/** Renders the pages and converts the pictures that the browsers load, one by one. */
async function warmUp(origin: string): Promise<void> {
  const listing = await textOf(origin + PAGES.listing)
  const links = [...listing.matchAll(/href="(\/product\/[^"]+)"/g)].map(([, path = '']) => path)
  const products = [...new Set(links)].slice(0, CARDS)
  for (const path of [...Object.values(PAGES), ...products]) {
    const text = await textOf(origin + path)
    for (const [, picture] of text.matchAll(/(\/_img\/\S+) (?:320|480|640|720|800)w/g))
      await (await fetch(`${origin}${picture}`, { headers: { accept: 'image/avif' } })).arrayBuffer()
  }
}

async function textOf(address: string): Promise<string> {
  return (await fetch(address)).text()
}

async function tapOnce(browser: TapBrowser, address: string, card: number): Promise<Tap> {
  const page = await browser.openPage()
  try {
    await page.open(address)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const [x, y] = await page.run(prepareTap, card)
    await page.tap(x, y)
    const { paintedAt, clickedAt, isPrerendered } = await page.runInProduct(observePicture)
    return { ms: paintedAt - clickedAt, isPrerendered }
  } finally {
    await page.close()
  }
}

/** Scrolls the card to the middle, and saves when it is clicked. Returns where it is. */
async function prepareTap(card: number): Promise<[number, number]> {
  const cards = document.querySelectorAll('main .product-card-picture a')
  const link = [...cards].filter((one) => one.checkVisibility())[card]
  link?.scrollIntoView({ behavior: 'instant', block: 'center' })
  addEventListener(
    'click',
    ({ timeStamp }) => localStorage.setItem('clickedAt', String(performance.timeOrigin + timeStamp)),
    true,
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { x, y, width, height } = link?.getBoundingClientRect() ?? new DOMRect()
  return [x + width / 2, y + height / 3]
}

/**
 * Resolves when the first picture is painted. WebKit reports no paint of a picture: there, two frames after its decoding.
 * @throws {Error} it is not painted within 10 s
 */
async function observePicture() {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("The product's first picture was not painted within 10 s.")), 10_000)
  })
  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart?: number
  })[]
  const find = () => document.querySelector<HTMLImageElement>('main img')
  while (!find()) await Promise.race([tooLate, new Promise((resolve) => setTimeout(resolve))])
  const picture = find()
  const painted = PerformanceObserver.supportedEntryTypes.includes('largest-contentful-paint')
    ? new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[])
            if (entry.element === picture) resolve(entry.startTime)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      })
    : picture
        ?.decode()
        .then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        .then(() => performance.now())
  const paintedAt = await Promise.race([tooLate, painted])
  return {
    paintedAt: performance.timeOrigin + (paintedAt ?? NaN),
    clickedAt: Number(localStorage.clickedAt),
    isPrerendered: (navigation?.activationStart ?? 0) > 0,
  }
}

function rowOf(from: string, taps: Tap[], { p50 = Infinity, p95 }: Target): Row {
  const times = taps.map(({ ms }) => ms)
  const [half, most] = [median(times), percentile(times, 0.95)]
  return {
    from,
    prerendered: taps.filter(({ isPrerendered }) => isPrerendered).length,
    'p50 ms': fixed(half, 0),
    'p95 ms': fixed(most, 0),
    target: `${p50 < Infinity ? `p50 ≤ ${p50}, ` : ''}p95 ≤ ${p95}`,
    verdict: verdict(half <= p50 && most <= p95),
  }
}
