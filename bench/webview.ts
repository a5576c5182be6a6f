import { existsSync } from 'node:fs'

import pLimit from 'p-limit'
import puppeteer, {
  PredefinedNetworkConditions,
  TargetType,
  type Browser,
  type CDPSession,
  type Page,
} from 'puppeteer-core'

import { emulateWebView } from '../tests/kit/browser/engines.ts'
import { buyFromAd, takeSteps, type QuickPage, type Step } from '../tests/kit/browser/quick-purchase.ts'
import { approveUpiPayment, startDemoStack } from '../tests/kit/shops/start-demo-stack.ts'
import { startProgress, type Progress } from '../tests/kit/progress.ts'
import { fixed, median, printTable, verdict } from '../tests/kit/table.ts'
import { launchBenchChromium } from './kit/chromium.ts'

const SLOWER = 4
const AT_ONCE = 2
const PROTOCOL_MS = 60_000
const MAX_LOADS = 7
const MAX_KILOBYTES = 240
/** Of the whole way, to the paid order. */
const MAX_KILOBYTES_IN_ALL = 340
const KB = 1000
const PROCESSING = 1
/** The step that ends the way which MAX_KILOBYTES limits. */
const PAYMENT_FORM = 'payment method'
const FIREFOX_PATHS = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox']
const AD = '?utm_source=instagram&utm_medium=paid&utm_campaign=diwali&fbclid=IwAR0demo'

type Stack = Awaited<ReturnType<typeof startDemoStack>>

/** One shopper who came from an advertisement. */
interface Journey {
  /** Step that failed. */
  failure: string | undefined
  /** Steps after which the page showed no text. */
  whiteScreens: string[]
  errors: string[]
  /** Documents that the WebView loaded, the landing page included. */
  loads: string[]
  /** Bytes on the wire without pictures, headers included. */
  bytes: number
  /** `bytes` when the shopper chose a method on the payment form. */
  bytesToForm: number
  seconds: number
}

/**
 * Lets `count` new shoppers come from an advertisement in the emulated WebView, on slow 4G with a slower processor, and
 * pay by QR code; half as many more leave at the code and pay by the link in another browser. False when an order is
 * unpaid, a page was white, the console showed an error, or a shopper loaded more pages or bytes than the targets.
 */
export async function benchWebView(count: number, minutes: number): Promise<boolean> {
  await using started = new AsyncDisposableStack()
  const stack = await startDemoStack()
  started.defer(() => stack.stop())
  const webView = await launchBenchChromium()
  started.defer(() => webView.close())
  const other = await launchOther()
  started.defer(() => other.close())

  const paid = await travelMany('orders paid in the WebView', count, minutes, () =>
    travel(stack, webView, (page, orderId, journey) => payHere(stack, page, orderId, journey)),
  )
  printJourneys(
    `${count} new shoppers from an advertisement in the emulated WebView, slow 4G, ${SLOWER} × slower`,
    count,
    paid,
  )
  const linkCount = Math.ceil(count / 2)
  const linked = await travelMany('orders paid by their link', linkCount, minutes, () =>
    travel(stack, webView, (page, orderId, journey) => payByLink(stack, page, other, orderId, journey)),
  )
  printJourneys(
    `${linkCount} unpaid orders of the WebView, paid by link in ${await other.version()}`,
    linkCount,
    linked,
  )
  return isGood(count, paid) && isGood(linkCount, linked)
}

async function travelMany(
  what: string,
  count: number,
  minutes: number,
  go: () => Promise<Journey>,
): Promise<Journey[]> {
  const { report, isOver }: Progress = startProgress(what, count, minutes)
  const limit = pLimit(AT_ONCE)
  const journeys: Journey[] = []
  await limit.map([...Array(count).keys()], async () => {
    if (isOver()) return
    journeys.push(await go())
    report(journeys.length)
  })
  return journeys
}

/** From the advertisement to the QR code, then `pay`, which returns the step that failed. */
async function travel(
  stack: Stack,
  browser: Browser,
  pay: (page: Page, orderId: string, journey: Journey) => Promise<string | undefined>,
): Promise<Journey> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const journey: Journey = {
    failure: undefined,
    whiteScreens: [],
    errors: [],
    loads: [],
    bytes: 0,
    bytesToForm: 0,
    seconds: 0,
  }
  await emulateWebView(page)
  await record(page, journey)
  await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G'])
  await page.emulateCPUThrottling(SLOWER)
  const startedAt = performance.now()
  journey.failure = await buy().catch(String)
  journey.seconds = (performance.now() - startedAt) / 1000
  await context.close()
  return journey

  async function buy(): Promise<string | undefined> {
    const email = `ad.${crypto.randomUUID()}@example.com`
    const address = `${stack.origin}/product/${stack.productId}${AD}`
    const failure = await buyFromAd(toQuickPage(page, journey), address, email)
    if (failure) return failure
    const orderId = new URL(page.url()).searchParams.get('orderId') ?? ''
    return (
      (await pay(page, orderId, journey)) ??
      ((await isProcessing(stack, orderId, email)) ? undefined : 'order not paid')
    )
  }
}

/** Counts documents, bytes and complaints of the page and of its service worker. */
async function record(page: Page, journey: Journey): Promise<void> {
  page.on('console', (message) => {
    if (message.type() === 'error') journey.errors.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => {
    journey.errors.push(`${page.url()}: ${error instanceof Error ? error.message : String(error)}`)
  })
  page.on('request', (request) => {
    if (
      request.isNavigationRequest() &&
      request.frame() === page.mainFrame() &&
      !request.redirectChain().length
    )
      journey.loads.push(new URL(request.url()).pathname)
  })
  await countBytes(await page.createCDPSession(), journey)
  page.browserContext().on('targetcreated', (target) => {
    if (target.type() !== TargetType.SERVICE_WORKER) return
    void target.createCDPSession().then((session) => countBytes(session, journey))
  })
}

async function countBytes(session: CDPSession, journey: Journey): Promise<void> {
  const ignored = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    // A response of the service worker is counted where the worker fetched it.
    if (type === 'Image' || response.mimeType.startsWith('image/') || response.fromServiceWorker)
      ignored.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!ignored.has(requestId)) journey.bytes += encodedDataLength
  })
  await session.send('Network.enable')
}

function toQuickPage(page: Page, journey: Journey): QuickPage {
  return {
    open: (address) => page.goto(address, { waitUntil: 'domcontentloaded' }),
    async run(script, step) {
      const isTaken = await page.evaluate(script, step)
      if (isTaken && step.name === PAYMENT_FORM) journey.bytesToForm = journey.bytes
      const isWhite = await page.evaluate(() => document.body.innerText.trim() === '').catch(() => false)
      if (isWhite) journey.whiteScreens.push(step.name)
      return isTaken
    },
  }
}

/** Approves at the bank; the page that shows the code notices it. */
async function payHere(
  stack: Stack,
  page: Page,
  orderId: string,
  journey: Journey,
): Promise<string | undefined> {
  await approveUpiPayment(stack.apiOrigin, orderId)
  return takeSteps(toQuickPage(page, journey), [{ name: 'thanks', path: '/order-success', sees: 'main h1' }])
}

/** Opens the link of the WebView's button in the other browser, pays there by QR code and sees the order paid. */
async function payByLink(
  stack: Stack,
  page: Page,
  other: Browser,
  orderId: string,
  journey: Journey,
): Promise<string | undefined> {
  const button = await page.waitForSelector('a[href^="intent:"]')
  const intent = await button?.evaluate((link) => link.getAttribute('href'))
  const path = /^intent:\/\/[^/]+(\/pay\/[\w-]+)#/.exec(intent ?? '')?.[1]
  if (path === undefined) return 'link'
  const context = await other.createBrowserContext()
  try {
    // Firefox discards a page that opens at the same moment as another.
    const elsewhere = toQuickPage(await openingElsewhere(() => context.newPage()), journey)
    await elsewhere.open(stack.origin + path)
    const failure = await takeSteps(elsewhere, linkSteps)
    if (failure) return failure
    await approveUpiPayment(stack.apiOrigin, orderId)
    return await takeSteps(elsewhere, [
      { name: 'paid by link', path: '/pay/', sees: 'main section[role=status]' },
    ])
  } finally {
    await context.close()
  }
}

const openingElsewhere = pLimit(1)
const linkSteps: Step[] = [
  { name: 'link: method', path: '/pay/', press: 'main [name=method][value=upi-qr]' },
  {
    name: 'link: pay',
    path: '/pay/',
    fill: { phone: '+919876543210' },
    press: 'main form button[type=submit]',
  },
  { name: 'link: QR code', path: '/pay/', sees: 'main section svg' },
]

async function isProcessing({ apiOrigin }: Stack, orderId: string, email: string): Promise<boolean> {
  const query = new URLSearchParams({ contactInfo: email })
  const response = await fetch(`${apiOrigin}/api/v1/orders/${orderId}?${query}`)
  const { status } = (await response.json()) as { status?: number }
  return status === PROCESSING
}

/** Firefox where it is installed, else Chromium. */
function launchOther(): Promise<Browser> {
  const firefox = FIREFOX_PATHS.find((path) => path && existsSync(path))
  return firefox === undefined
    ? launchBenchChromium()
    : puppeteer.launch({ browser: 'firefox', executablePath: firefox, protocolTimeout: PROTOCOL_MS })
}

function isGood(count: number, journeys: Journey[]): boolean {
  return (
    journeys.length === count &&
    journeys.every(
      ({ failure, whiteScreens, errors, loads, bytes, bytesToForm }) =>
        failure === undefined &&
        whiteScreens.length + errors.length === 0 &&
        loads.length <= MAX_LOADS &&
        bytes / KB <= MAX_KILOBYTES_IN_ALL &&
        bytesToForm / KB <= MAX_KILOBYTES,
    )
  )
}

function printJourneys(title: string, count: number, journeys: Journey[]): void {
  const sum = (of: (journey: Journey) => number) => journeys.reduce((total, one) => total + of(one), 0)
  const paid = sum(({ failure }) => (failure === undefined ? 1 : 0))
  const whiteScreens = sum((journey) => journey.whiteScreens.length)
  const errors = sum((journey) => journey.errors.length)
  const loads = Math.max(0, ...journeys.map((journey) => journey.loads.length))
  const toForm = Math.max(0, ...journeys.map(({ bytesToForm }) => bytesToForm / KB))
  const inAll = Math.max(0, ...journeys.map(({ bytes }) => bytes / KB))
  printTable(title, [
    { what: 'paid', value: paid, target: String(count), verdict: verdict(paid === count) },
    { what: 'white screens', value: whiteScreens, target: '0', verdict: verdict(whiteScreens === 0) },
    { what: 'console errors', value: errors, target: '0', verdict: verdict(errors === 0) },
    {
      what: 'page loads, most',
      value: loads,
      target: `≤ ${MAX_LOADS}`,
      verdict: verdict(loads <= MAX_LOADS),
    },
    {
      ...{ what: 'KB without pictures to the payment form, most', value: fixed(toForm) },
      ...{ target: `≤ ${MAX_KILOBYTES}`, verdict: verdict(toForm <= MAX_KILOBYTES) },
    },
    {
      ...{ what: 'KB without pictures in all, most', value: fixed(inAll) },
      ...{ target: `≤ ${MAX_KILOBYTES_IN_ALL}`, verdict: verdict(inAll <= MAX_KILOBYTES_IN_ALL) },
    },
    {
      what: 'seconds, median',
      value: fixed(median(journeys.map(({ seconds }) => seconds))),
      target: '',
      verdict: '',
    },
  ])
  console.log(`Pages of the first: ${journeys[0]?.loads.join(' ')}`)
  printFailures(journeys)
}

function printFailures(journeys: Journey[]): void {
  const texts = journeys.flatMap(({ failure, whiteScreens, errors }) => [
    ...(failure === undefined ? [] : [`failed at: ${failure}`]),
    ...whiteScreens.map((step) => `white after: ${step}`),
    ...errors,
  ])
  for (const text of new Set(texts)) console.error(text)
}
