import { setTimeout as pause } from 'node:timers/promises'

import type { Browser, Page } from 'puppeteer-core'

import {
  stepsFromListing,
  takeSteps,
  trackingSteps,
  type QuickPage,
  type Step,
} from '../../tests/kit/browser/quick-purchase.ts'
import { approveUpiPayment } from '../../tests/kit/shops/start-demo-stack.ts'

/** After this time without the next page, the shopper presses again or loads the page again. */
const PATIENCE_MS = 5000
/** After this time on one page, the shopper gives up. */
const PAGE_WITHIN_MS = 120_000
const LOOK_MS = 100
const BANK_PAUSE_MS = 1000
const ALERT = 'alert: '
const THANKS: Step = { name: 'thanks', path: '/order-success', sees: 'main h1' }

/** Number of pages of the main job. */
export const PAGES = byPage([...stepsFromListing(''), THANKS, ...trackingSteps('')]).length

/** The main job of one new shopper: choose, cart, register, sign in, check out, pay by QR code, follow the order. */
export interface Walk {
  email: string
  /** The order that the shopper was shown. */
  orderId: string | undefined
  /** Step of the page at which the shopper gave up. */
  failure: string | undefined
  /** The page that took longest, from the press on the one before it until its own. */
  slowest: { page: string; seconds: number }
  /** Alerts, error pages, and headings of pages that did not go on, in order. */
  errors: string[]
  /** How often the shopper pressed or loaded again. */
  retries: number
}

/**
 * Walks the main job in a browser without storage of earlier shoppers. `onPage` gets the number of each page, from 0,
 * before the shopper acts on it.
 */
export async function walkMainJob(
  browser: Browser,
  { origin, apiOrigin }: { origin: string; apiOrigin: string },
  onPage: (page: number) => void = () => undefined,
): Promise<Walk> {
  const email = `walk.${crypto.randomUUID()}@example.com`
  const slowest = { page: '', seconds: 0 }
  const walk: Walk = { email, orderId: undefined, failure: undefined, slowest, errors: [], retries: 0 }
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await recordErrors(page, walk)
  const quickPage: QuickPage = {
    open: (address) => settle(page.goto(address, { waitUntil: 'domcontentloaded', timeout: PATIENCE_MS })),
    run: (script, step) => page.evaluate(script, step),
  }
  let pages = 0

  /** Whether the shopper got to the end of the steps. */
  async function takePages(steps: Step[]): Promise<boolean> {
    const groups = byPage(steps)
    for (const [index, group] of groups.entries()) {
      onPage(pages)
      pages += 1
      const startedAt = performance.now()
      let isDone = await isTaken(quickPage, group)
      for (let tries = 1; !isDone && performance.now() - startedAt < PAGE_WITHIN_MS; tries += 1) {
        walk.retries += 1
        walk.errors.push(`waited on “${await headingOf(page)}”`)
        const previous = groups[index - 1]
        if (previous && isOn(page, previous)) await pressAgain(page, quickPage, previous)
        else if (tries % 2 === 0 || !isOn(page, group)) await reload(page)
        isDone = await isTaken(quickPage, group)
      }
      const seconds = (performance.now() - startedAt) / 1000
      if (seconds > walk.slowest.seconds) walk.slowest = { page: group[0]?.path ?? '', seconds }
      if (isDone) continue
      walk.failure = group[0]?.name
      return false
    }
    return true
  }

  try {
    await quickPage.open(`${origin}/products`)
    if (!(await takePages(stepsFromListing(email)))) return walk
    walk.orderId = new URL(page.url()).searchParams.get('orderId') ?? ''
    await approveUntilTaken(apiOrigin, walk.orderId)
    if (!(await takePages([THANKS]))) return walk
    await quickPage.open(`${origin}/track-order?id=${walk.orderId}`)
    await takePages(trackingSteps(email))
    return walk
  } finally {
    await context.close()
  }
}

/** Steps that follow each other on the same page. */
function byPage(steps: Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (last?.[0]?.path === step.path) last.push(step)
    else groups.push([step])
  }
  return groups
}

/** Whether all steps of a page were taken, or what ends them came later than the shopper waited. */
async function isTaken(quickPage: QuickPage, group: Step[]): Promise<boolean> {
  if ((await takeSteps(quickPage, group, PATIENCE_MS)) === undefined) return true
  const last = group.at(-1)
  return last?.sees !== undefined && (await takeSteps(quickPage, [last], LOOK_MS)) === undefined
}

function isOn(page: Page, [step]: Step[]): boolean {
  return step !== undefined && URL.parse(page.url())?.pathname.startsWith(step.path) === true
}

async function pressAgain(page: Page, quickPage: QuickPage, group: Step[]): Promise<void> {
  const alert = await page.$eval('main [role=alert]', ({ textContent }) => textContent).catch(() => '')
  // The account was created, and its response was lost.
  if (alert.includes('already exists')) await settle(page.click('main a[href^="/login"]'))
  else await takeSteps(quickPage, group, PATIENCE_MS)
}

function reload(page: Page): Promise<void> {
  return settle(page.reload({ waitUntil: 'domcontentloaded', timeout: PATIENCE_MS }))
}

/** What failed is seen by what the page shows. */
async function settle(loading: Promise<unknown>): Promise<void> {
  await loading.catch(() => undefined)
}

async function headingOf(page: Page): Promise<string> {
  return page.$eval('h1', (heading) => heading.innerText.trim()).catch(() => 'a page without a heading')
}

async function recordErrors(page: Page, walk: Walk): Promise<void> {
  page.on('console', (message) => {
    if (message.text().startsWith(ALERT)) walk.errors.push(message.text().slice(ALERT.length))
  })
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText ?? ''
    if (request.isNavigationRequest() && error !== 'net::ERR_ABORTED') walk.errors.push(`no page: ${error}`)
  })
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.status() >= 500)
      walk.errors.push(`a page with status ${response.status()}`)
  })
  await page.evaluateOnNewDocument((prefix) => {
    const seen = new Set<string>()
    const report = () => {
      for (const alert of document.querySelectorAll<HTMLElement>('[role=alert]')) {
        const text = alert.innerText.replaceAll(/[\s×]+/g, ' ').trim()
        if (text && !seen.has(text)) console.log(prefix + text)
        seen.add(text)
      }
    }
    new MutationObserver(report).observe(document, { childList: true, subtree: true, characterData: true })
  }, ALERT)
}

/** The bank repeats its notice until the shop takes it. */
async function approveUntilTaken(apiOrigin: string, orderId: string): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    try {
      await approveUpiPayment(apiOrigin, orderId)
      return
    } catch (error) {
      if (performance.now() - startedAt > PAGE_WITHIN_MS) throw error
      await pause(BANK_PAUSE_MS)
    }
  }
}
