import { existsSync } from 'node:fs'

import puppeteer, { type Browser, type Page } from 'puppeteer-core'

import { installBrowser } from '../scripts/browser.ts'
import { buyQuickly } from '../tests/helpers/quick-purchase.ts'
import { startDemoStack } from './kit/demo-stack.ts'
import { fixed, median, printTable, verdict, type Row } from './kit/table.ts'
import { startProgress } from './kit/progress.ts'

const FIREFOX_PATHS = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox']
/** CPU slowdown in Chromium; Firefox has none. */
const SLOWER = 6
const PROTOCOL_MS = 60_000

interface Engine {
  name: string
  launch: () => Promise<Browser>
  prepare: (page: Page) => Promise<void>
}

interface Counts {
  purchases: number
  /** Steps without effect. */
  lost: string[]
  /** Errors of the console. */
  errors: string[]
  seconds: number[]
}

/**
 * Makes `count` purchases in each installed engine, by new shoppers who press every control as soon as it appears.
 * Counts forms that were lost or submitted natively, and console errors.
 */
export async function benchQuickPurchases(count: number, minutes: number): Promise<boolean> {
  const stack = await startDemoStack()
  const rows: Row[] = []
  let isGood = true
  try {
    for (const engine of installedEngines()) {
      const counts = await buyMany(engine, stack.origin, count, minutes)
      rows.push(rowOf(engine.name, count, counts))
      isGood &&= counts.purchases === count && counts.lost.length + counts.errors.length === 0
      for (const text of new Set([...counts.lost, ...counts.errors])) console.error(`${engine.name}: ${text}`)
    }
  } finally {
    await stack.stop()
  }
  printTable(`${count} quick purchases in each engine, Chromium with a ${SLOWER} × slower processor`, rows)
  return isGood
}

function installedEngines(): Engine[] {
  const chromium = installBrowser()
  const firefox = FIREFOX_PATHS.find((path) => path && existsSync(path))
  const engines: Engine[] = []
  if (firefox) {
    engines.push({
      name: 'Firefox',
      launch: () =>
        puppeteer.launch({ browser: 'firefox', executablePath: firefox, protocolTimeout: PROTOCOL_MS }),
      prepare: () => Promise.resolve(),
    })
  }
  if (chromium) {
    engines.push({
      name: 'Chromium',
      launch: () =>
        puppeteer.launch({
          executablePath: chromium,
          headless: 'shell',
          protocolTimeout: PROTOCOL_MS,
          args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
        }),
      prepare: (page) => page.emulateCPUThrottling(SLOWER),
    })
  }
  return engines
}

async function buyMany(engine: Engine, origin: string, count: number, minutes: number): Promise<Counts> {
  const browser = await engine.launch()
  const { report, isOver } = startProgress(`purchases in ${engine.name}`, count, minutes)
  const counts: Counts = { purchases: 0, lost: [], errors: [], seconds: [] }
  try {
    while (counts.purchases < count && !isOver()) {
      await buyOnce(engine, browser, origin, counts)
      counts.purchases += 1
      report(counts.purchases)
    }
  } finally {
    await browser.close()
  }
  return counts
}

/** One purchase by a new shopper in a new browser context. */
async function buyOnce(engine: Engine, browser: Browser, origin: string, counts: Counts): Promise<void> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') counts.errors.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => {
    counts.errors.push(`${page.url()}: ${error instanceof Error ? error.message : String(error)}`)
  })
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.isNavigationRequest()) {
      counts.lost.push(`posted by the browser: ${request.url()}`)
    }
  })
  await engine.prepare(page)
  const startedAt = performance.now()
  const lostAt = await buyQuickly(
    {
      open: (address) => page.goto(address, { waitUntil: 'domcontentloaded' }),
      run: (script, argument) => page.evaluate(script, argument),
    },
    origin,
    `quick.${process.pid}.${engine.name.toLowerCase()}.${counts.purchases}@example.com`,
  )
  if (lostAt) counts.lost.push(`nothing came of: ${lostAt}`)
  else counts.seconds.push((performance.now() - startedAt) / 1000)
  await context.close()
}

function rowOf(name: string, count: number, { purchases, lost, errors, seconds }: Counts): Row {
  return {
    engine: name,
    purchases,
    'lost forms': lost.length,
    'console errors': errors.length,
    target: '0 and 0',
    verdict: verdict(purchases === count && lost.length + errors.length === 0),
    'median s': seconds.length > 0 ? fixed(median(seconds)) : undefined,
  }
}
