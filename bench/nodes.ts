import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { request } from 'undici'

import { root } from '../scripts/processes/dev-processes.ts'
import { SHOP_HOST, SHOP_ID, startApiProcess, type ApiProcess } from '../tests/kit/api/api-process.ts'
import { administer } from '../tests/kit/database/databases.ts'
import { freePort } from '../tests/kit/database/server.ts'
import { startBalancer, statusOf } from './kit/balancer.ts'
import { startBenchStorefront, type BenchStorefront } from './kit/bench-storefront.ts'
import { withPostgres } from '../tests/kit/counts/postgres.ts'
import { needTools } from '../tests/kit/processes.ts'
import { fixed, printTable, verdict } from '../tests/kit/table.ts'
import { countOrders } from '../tests/kit/counts/count-orders.ts'
import { countPayments } from '../tests/kit/counts/count-payments.ts'

const PAGE_ROUNDS = 50
const EDITS = 5
const SEEN_WITHIN_MS = 1000
const PURGE_SECRET = 'what the bench of nodes purges with, 32 characters'

/**
 * Runs two APIs on one PostgreSQL and two storefronts, each pair behind haproxy: counts orders and payments while an
 * API is killed, reads pages, and measures when both storefronts show an edit.
 */
export async function benchNodes(count: number): Promise<boolean> {
  needTools('haproxy')
  return withPostgres(async (databaseUrl) => {
    const ports = { api: await freePort(), shop: await freePort() }
    const apis = [await startApiProcess(databaseUrl), await startApiProcess(databaseUrl)]
    const storefronts = await Promise.all(
      apis.map(() => startBenchStorefront(ports.api, { environment: { CACHE_PURGE_SECRET: PURGE_SECRET } })),
    )
    const balancer = await startBalancer([
      { name: 'api', port: ports.api, servers: apis, path: '/api/v1/products' },
      { name: 'shop', port: ports.shop, servers: storefronts, path: '/' },
    ])
    try {
      const failedPages = await readPages(ports.shop)
      const through: ApiProcess = {
        ...(apis[0] as ApiProcess),
        port: ports.api,
        // The other API continues, and the balancer learns the new port.
        async killAndRestart() {
          await apis[0]?.killAndRestart()
          await balancer.reload()
        },
      }
      const orders = await countOrders(through, count, 1)
      const payments = await countPayments(through, count, 0)
      const edits = await timeEdits(databaseUrl, storefronts)
      const areOrdersRight =
        orders.stored === count &&
        orders.lost + orders.double + orders.wrongTotals + (count - orders.acknowledged) === 0
      const arePaymentsRight =
        payments.processing === count && payments.paidTwice + payments.forgedAccepted === 0
      const slowest = Math.max(...edits)
      printTable('Two APIs and two storefronts behind haproxy, one PostgreSQL', [
        {
          what: 'pages read through the balancer that failed',
          measured: failedPages,
          target: '0',
          verdict: verdict(failedPages === 0),
        },
        {
          what: `${count} checkouts, an API killed: stored / lost / doubled`,
          measured: `${orders.stored} / ${orders.lost} / ${orders.double}`,
          target: `${count} / 0 / 0`,
          verdict: verdict(areOrdersRight),
        },
        {
          what: `${count} payments: in Processing / paid twice / forged accepted`,
          measured: `${payments.processing} / ${payments.paidTwice} / ${payments.forgedAccepted}`,
          target: `${count} / 0 / 0`,
          verdict: verdict(arePaymentsRight),
        },
        {
          what: `an edit is on both storefronts, slowest of ${EDITS}, ms after it was written`,
          measured: fixed(slowest, 0),
          target: `≤ ${SEEN_WITHIN_MS}`,
          verdict: verdict(slowest <= SEEN_WITHIN_MS),
        },
      ])
      return areOrdersRight && arePaymentsRight && failedPages === 0
    } finally {
      await balancer.stop()
      for (const one of [...storefronts, ...apis]) await one.stop()
    }
  })
}

/** The pages of the main flows, alternating between the storefronts. */
async function readPages(port: number): Promise<number> {
  let product = ''
  // A page rendered under load may defer its products.
  await until(async () => {
    const { body } = await request(`http://127.0.0.1:${port}/products`, { headers: { host: SHOP_HOST } })
    product = /\/product\/[\w-]+/.exec(await body.text())?.[0] ?? ''
    return product !== ''
  })
  let failed = 0
  for (let round = 0; round < PAGE_ROUNDS; round += 1) {
    for (const path of ['/', '/products', product, '/terms', '/cart', '/login']) {
      if ((await statusOf(port, path)) !== 200) failed += 1
    }
  }
  return failed
}

/** Time from storing an edit until both storefronts show it. */
async function timeEdits(databaseUrl: string, storefronts: BenchStorefront[]): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tanabana-edit-'))
  const times: number[] = []
  for (let edit = 0; edit < EDITS; edit += 1) {
    const terms = `<p>Edit number ${edit}.</p>`
    const record = { id: SHOP_ID, storeName: 'Faults', categories: ['Kurtas'], policies: { terms } }
    writeFileSync(join(folder, 'store.json'), JSON.stringify(record))
    for (const storefront of storefronts) await storefront.get('/terms', SHOP_HOST)
    const publishing = promisify(execFile)(
      'node',
      [join(root, 'cli/index.ts'), 'push', SHOP_ID, '.', '--force', '--reason', 'A bench'],
      {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: databaseUrl,
          CACHE_PURGE_ORIGINS: storefronts.map(({ port }) => `http://127.0.0.1:${port}`).join(','),
          CACHE_PURGE_SECRET: PURGE_SECRET,
        },
      },
    )
    await until(async () => {
      const rows = await administer(databaseUrl, `select record::text from tenants where id = '${SHOP_ID}'`)
      return JSON.stringify(rows).includes(`Edit number ${edit}.`)
    })
    const writtenAt = performance.now()
    await Promise.all(
      storefronts.map(({ port }) =>
        until(async () => {
          const { body } = await request(`http://127.0.0.1:${port}/terms`, { headers: { host: SHOP_HOST } })
          return (await body.text()).includes(`Edit number ${edit}.`)
        }),
      ),
    )
    times.push(performance.now() - writtenAt)
    await publishing
  }
  rmSync(folder, { recursive: true, force: true })
  return times
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isTrue()); tries += 1) {
    if (tries > 2000) throw new Error('What was waited for did not come.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
