import { chromium, type Browser } from 'playwright'

import { installBrowser } from '../scripts/browser.ts'
import { startDemoStack } from './kit/demo-stack.ts'
import { fixed, printTable, verdict, type Row } from './kit/table.ts'

const KB = 1000
const MOBILE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

interface Route {
  name: string
  path: (productId: string) => string
  /** Gzipped kilobytes without pictures, and requests, of the lightest compared storefront (withastro/storefront). */
  peer?: { kilobytes: number; script: number; requests: number }
  isLanding: boolean
}

const routes: Route[] = [
  { name: 'home', path: () => '/', peer: { kilobytes: 129.8, script: 59.9, requests: 15 }, isLanding: true },
  {
    name: 'listing',
    path: () => '/products',
    peer: { kilobytes: 127.5, script: 59, requests: 14 },
    isLanding: true,
  },
  {
    name: 'product',
    path: (id) => `/product/${id}`,
    peer: { kilobytes: 136.3, script: 64, requests: 19 },
    isLanding: true,
  },
  { name: 'policy', path: () => '/terms', isLanding: true },
  { name: 'contact', path: () => '/contact', isLanding: true },
  { name: '404', path: () => '/no-such-page', isLanding: true },
  ...['cart', 'login', 'register', 'track-order', 'wishlist'].map((name) => ({
    name,
    path: () => `/${name}`,
    isLanding: false,
  })),
]

interface Weight {
  requests: number
  /** Bytes of the bodies, compressed. */
  bytes: number
  /** Bytes of the headers. */
  headerBytes: number
}

const NOTHING: Weight = { requests: 0, bytes: 0, headerBytes: 0 }
/** Ten packets, which a server sends before the first acknowledgement. */
const FIRST_FLIGHT_BYTES = 14_600

/**
 * Measures Chromium's downloads for each route of the demo shop, first visit on a phone, compared with the lightest
 * peer.
 */
export async function benchWeight(): Promise<boolean> {
  const stack = await startDemoStack()
  const browser = await chromium.launch({ executablePath: installBrowser(), args: ['--no-sandbox'] })
  const rows: Row[] = []
  for (const { name, path, peer, isLanding } of routes) {
    const weights = await weigh(browser, stack.origin + path(stack.productId))
    const of = (kind: string): Weight => weights.get(kind) ?? NOTHING
    const others = [...weights].filter(([kind]) => kind !== 'Image').map(([, weight]) => weight)
    const total = others.reduce((sum, { bytes }) => sum + bytes, 0)
    const requests = others.reduce((sum, weight) => sum + weight.requests, 0)
    const script = of('Script').bytes
    const firstFlight = of('Document').bytes + of('Document').headerBytes
    const isMet = isLanding
      ? of('Document').bytes <= 18 * KB && script <= 8 * KB && total <= 26 * KB && requests <= 4
      : script <= 90 * KB
    rows.push({
      route: name,
      'HTML KB': fixed(of('Document').bytes / KB),
      'with headers': fixed(firstFlight / KB),
      'script KB': fixed(script / KB),
      'all but pictures KB': fixed(total / KB),
      requests,
      'pictures KB': fixed(of('Image').bytes / KB),
      'of them': of('Image').requests,
      target: isLanding ? 'HTML ≤ 18, script ≤ 8, all ≤ 26 KB in ≤ 4' : 'script ≤ 90 KB',
      verdict: verdict(isMet),
      'in the first flight': isLanding ? verdict(firstFlight <= FIRST_FLIGHT_BYTES) : '',
      'lightest peer KB (script), requests': peer && `${peer.kilobytes} (${peer.script}), ${peer.requests}`,
    })
  }
  await browser.close()
  await stack.stop()
  printTable('Weight on the wire, first visit on a phone, Chromium', rows)
  return true
}

/** Bytes of bodies and headers on the wire, by the protocol's resource type. */
async function weigh(browser: Browser, url: string): Promise<Map<string, Weight>> {
  const context = await browser.newContext(MOBILE)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const inFlight = new Map<string, { kind: string; headerBytes: number }>()
  const weights = new Map<string, Weight>()
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    if (request.url.startsWith('http')) inFlight.set(requestId, { kind: type, headerBytes: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const one = inFlight.get(requestId)
    if (one) one.headerBytes = response.encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = inFlight.get(requestId)
    if (one === undefined) return
    const { requests, bytes, headerBytes } = weights.get(one.kind) ?? NOTHING
    weights.set(one.kind, {
      requests: requests + 1,
      bytes: bytes + encodedDataLength - one.headerBytes,
      headerBytes: headerBytes + one.headerBytes,
    })
  })
  await session.send('Network.enable')
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  return weights
}
