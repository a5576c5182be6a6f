import { setTimeout as pause } from 'node:timers/promises'

import type { Browser } from 'puppeteer-core'

import { callUntilSettled, fieldOf, listOf, textOf } from '../tests/kit/api/store-caller.ts'
import { QUICK_PASSWORD } from '../tests/kit/browser/quick-purchase.ts'
import { launchBenchChromium } from './kit/chromium.ts'
import { PAGES, walkMainJob, type Walk } from './kit/patient-shopper.ts'
import { startPlatform, type Part, type Platform } from './kit/platform.ts'
import { needTools } from '../tests/kit/processes.ts'
import { fixed, printTable, verdict } from '../tests/kit/table.ts'

const SHOPPERS = 2
const PROCESSING = 1
const NOTHING: Part = { name: 'nothing', kill: () => Promise.resolve(() => undefined), downMs: 0 }

interface Counts {
  orders: number
  lost: number
  doubled: number
  wrong: number
}

/**
 * Starts two storefronts, two store APIs, Varnish and a Patroni pair on this machine. Two shoppers at once walk the main
 * job in a browser, `count` times for each part, which is killed while one of them is on a page, another page each time,
 * and started again. False when an order is lost, doubled or wrong, or a shopper gave up.
 */
export async function benchPlatform(count: number): Promise<boolean> {
  needTools('patroni', 'etcd', 'haproxy', 'varnishd')
  await using started = new AsyncDisposableStack()
  const platform = await startPlatform()
  started.defer(() => platform.stop())
  const browser = await launchBenchChromium()
  started.defer(() => browser.close())

  const rows: { part: string; walks: Walk[]; counts: Counts }[] = []
  for (const [index, part] of [NOTHING, ...platform.parts].entries()) {
    const walks: Walk[] = []
    for (let kill = 0; kill < count; kill += 1) {
      await platform.ready()
      const killedOn = (index + Math.floor((kill * PAGES) / count)) % PAGES
      walks.push(...(await walkWhileKilled(platform, browser, part, killedOn)))
    }
    await platform.ready()
    rows.push({ part: part.name, walks, counts: await countOrders(platform, walks) })
    console.log(`${part.name}: ${walks.length} walks`)
  }

  printTable(
    `The main job by ${SHOPPERS} shoppers at once, each part killed ${count} times: ${platform.versions}`,
    rows.map(({ part, walks, counts }) => ({
      killed: part,
      walks: walks.length,
      'given up': walks.filter(({ failure }) => failure !== undefined).length,
      orders: counts.orders,
      lost: counts.lost,
      doubled: counts.doubled,
      wrong: counts.wrong,
      'pressed or loaded again': sum(walks, ({ retries }) => retries),
      'slowest page, s': slowestOf(walks),
      verdict: verdict(isRight(walks, counts)),
    })),
  )
  console.log('\nWhat shoppers saw:')
  for (const { part, walks } of rows) console.log(`${part}: ${errorsOf(walks)}`)
  return rows.every(({ walks, counts }) => isRight(walks, counts))
}

/** The first shopper reaches the page on which the part is killed. */
async function walkWhileKilled(
  platform: Platform,
  browser: Browser,
  part: Part,
  killedOn: number,
): Promise<Walk[]> {
  let restarted: Promise<void> = Promise.resolve()
  const walks = await Promise.all(
    Array.from({ length: SHOPPERS }, (_, shopper) =>
      walkMainJob(browser, platform, (page) => {
        if (shopper === 0 && page === killedOn) restarted = killAndRestart(part)
      }),
    ),
  )
  await restarted
  return walks
}

async function killAndRestart(part: Part): Promise<void> {
  const restart = await part.kill()
  await pause(part.downMs)
  await restart()
}

/** Compares what each shopper was shown with the orders of the account. */
async function countOrders({ apiPort }: Platform, walks: Walk[]): Promise<Counts> {
  const portNow = () => apiPort
  const { body: listing } = await callUntilSettled(portNow, '/products?page=1&limit=1', {})
  const [product] = listOf(fieldOf(listing, 'data'))
  const counts: Counts = { orders: 0, lost: 0, doubled: 0, wrong: 0 }
  for (const { email, orderId, failure } of walks) {
    const body = { email, password: QUICK_PASSWORD }
    const { body: session } = await callUntilSettled(portNow, '/users/authorize', { body })
    const { body: list } = await callUntilSettled(portNow, '/orders', { token: textOf(session, 'token') })
    const stored = listOf(list)
    const own = stored.find((order) => textOf(order, 'id') === orderId)
    counts.orders += orderId === undefined ? 0 : 1
    counts.lost += orderId !== undefined && own === undefined ? 1 : 0
    counts.doubled += Math.max(0, stored.length - 1)
    if (own !== undefined && (!isFor(own, product) || (failure === undefined && !isProcessing(own))))
      counts.wrong += 1
  }
  return counts
}

function isProcessing(order: unknown): boolean {
  return fieldOf(order, 'status') === PROCESSING
}

/** Whether the order has one piece of this product and nothing else. */
function isFor(order: unknown, product: unknown): boolean {
  const items = listOf(fieldOf(order, 'items'))
  const [item] = items
  return (
    items.length === 1 &&
    fieldOf(item, 'quantity') === 1 &&
    fieldOf(item, 'productTitle') === fieldOf(product, 'title') &&
    fieldOf(item, 'price') === fieldOf(product, 'regularPrice')
  )
}

function isRight(walks: Walk[], { lost, doubled, wrong }: Counts): boolean {
  return lost + doubled + wrong === 0 && walks.every(({ failure }) => failure === undefined)
}

function slowestOf(walks: Walk[]): string {
  const [slowest] = walks.map((walk) => walk.slowest).toSorted((one, other) => other.seconds - one.seconds)
  return slowest ? `${fixed(slowest.seconds)} (${slowest.page})` : ''
}

function errorsOf(walks: Walk[]): string {
  const texts = Map.groupBy(
    walks.flatMap(({ errors, failure }) => [...errors, ...(failure ? [`gave up: ${failure}`] : [])]),
    (text) => text,
  )
  const lines = [...texts].map(([text, times]) => `${times.length} × ${text}`)
  return lines.length > 0 ? lines.join('; ') : 'no error'
}

function sum(walks: Walk[], of: (walk: Walk) => number): number {
  return walks.reduce((total, walk) => total + of(walk), 0)
}
