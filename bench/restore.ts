import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

import { parseOrderNumber } from '../api/ids.ts'
import { root } from '../scripts/processes/dev-processes.ts'
import { SHOP_HOST, SHOP_ID, startApiProcess } from '../tests/kit/api/api-process.ts'
import { makeShop } from '../tests/kit/api/large-shop.ts'
import { ADDRESS, callUntilSettled, newShoppers, productIds, textOf } from '../tests/kit/api/store-caller.ts'
import { administer, copyTemplate, databaseAt, makeTemplate } from '../tests/kit/database/databases.ts'
import { debianPrograms } from '../tests/kit/database/patroni.ts'
import { own, startPostgres, unprivileged, type PostgresServer } from '../tests/kit/database/server.ts'
import { needTools } from '../tests/kit/processes.ts'
import { fixed, printTable, verdict, type Row } from '../tests/kit/table.ts'

const OTHER = { id: 'other', host: 'other.localhost' }
/** As many unpaid orders as an account may have. */
const PER_SHOPPER = 3
const PAUSE_MS = 20
const run = promisify(execFile)

/** Numbers of acknowledged orders. */
type Orders = string[]

/**
 * Restores a copy of a PostgreSQL to a moment from a base backup and the archived log, as docs/postgresql.md does, and
 * one of two shops from the copy while the other sells. `count` is the number of orders of each shop before the moment, and
 * after it. False when the copy or a shop has too few or too many of them.
 */
export async function benchRestore(count: number): Promise<boolean> {
  needTools('pgbackrest')
  await using started = new AsyncDisposableStack()
  const repository = makeRepository()
  started.defer(() => repository.remove())
  const server = await startPostgres({ programs: debianPrograms(), settings: repository.settings })
  started.defer(() => server.remove())
  repository.configure(server)
  await makeTemplate(server.url())
  const databaseUrl = await copyTemplate(server.url())
  const api = await startApiProcess(databaseUrl, {
    prepare: (db) => makeShop(db, OTHER.id, PER_SHOPPER, 'plain', OTHER.host),
  })
  started.defer(() => api.stop())
  const orderBoth = async () => ({
    shop: await placeOrders(api.port, SHOP_HOST, count),
    other: await placeOrders(api.port, OTHER.host, count),
  })

  await repository.run('stanza-create')
  await repository.run('check')
  const [backupSeconds] = await timed(() => repository.run('--type=full', 'backup'))
  const before = await orderBoth()
  const [now] = await administer(server.url(), 'select clock_timestamp()::text as moment')
  const after = await orderBoth()
  await repository.run('check')

  const [copySeconds, copy] = await timed(async () => {
    const restored = await server.open(await repository.restore(textOf(now, 'moment')))
    started.defer(() => restored.remove())
    await untilPromoted(restored)
    return restored
  })
  const copyUrl = databaseAt(copy.url(), new URL(databaseUrl).pathname.slice(1))
  const copied = await storedOrders(copyUrl)

  const store = (...command: string[]) =>
    run('node', [join(root, 'cli/index.ts'), ...command], {
      env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: api.dataDir },
    })
  await store('shop', 'suspend', SHOP_ID)
  const isRefused = await store('shop', 'restore', SHOP_ID, '--from', copyUrl).then(
    () => false,
    () => true,
  )
  const [[shopSeconds], during] = await Promise.all([
    timed(() => store('shop', 'restore', SHOP_ID, '--from', copyUrl, '--drop-newer')),
    placeOrders(api.port, OTHER.host, count),
  ])
  await store('shop', 'resume', SHOP_ID)
  const resumed = await placeOrders(api.port, SHOP_HOST, 1)
  const living = await storedOrders(databaseUrl)

  const kept = [...before.shop, ...before.other]
  const later = [...after.shop, ...after.other]
  const rows: Row[] = [
    { what: 'base backup, s', measured: fixed(backupSeconds), target: '', verdict: '' },
    { what: 'restore of a copy to the moment, s', measured: fixed(copySeconds), target: '', verdict: '' },
    counted(`of ${kept.length} orders before the moment not in the copy`, missing(kept, copied)),
    counted(`of ${later.length} orders after the moment in the copy`, present(later, copied)),
    counted('restore of one shop that would lose newer orders unasked', isRefused ? 0 : 1),
    { what: 'restore of one shop, s', measured: fixed(shopSeconds), target: '', verdict: '' },
    counted(`of its ${before.shop.length} orders before the moment missing`, missing(before.shop, living)),
    counted(`of its ${after.shop.length} orders after the moment there`, present(after.shop, living)),
    counted('its first order afterwards missing', missing(resumed, living)),
    counted(
      `of ${before.other.length + after.other.length + during.length} orders of the other shop, which sells meanwhile, missing`,
      missing([...before.other, ...after.other, ...during], living),
    ),
  ]
  const { stdout } = await run('pgbackrest', ['version'])
  printTable(`Restore to a moment and of one shop: ${stdout.trim()}`, rows)
  return rows.every((row) => row.verdict !== verdict(false))
}

/** A repository of pgBackRest in a temporary directory, for one PostgreSQL. */
function makeRepository() {
  const home = mkdtempSync(join(tmpdir(), 'tanabana-backup-'))
  own(home)
  const file = join(home, 'pgbackrest.conf')
  const copy = join(home, 'copy')
  const command = ['--config', file, '--stanza=shops']
  const pgbackrest = async (...options: string[]) => {
    await run('pgbackrest', [...command, ...options], unprivileged(home))
  }
  return {
    settings: {
      unix_socket_directories: home,
      archive_mode: 'on',
      archive_timeout: '60s',
      archive_command: `pgbackrest ${command.join(' ')} archive-push %p`,
    },
    configure({ directory, port }: PostgresServer) {
      writeFileSync(
        file,
        `[global]
repo1-path=${join(home, 'repository')}
log-path=${home}
lock-path=${home}
spool-path=${home}
start-fast=y
compress-type=lz4

[shops]
pg1-path=${directory}
pg1-port=${port}
pg1-socket-path=${home}
pg1-user=postgres
`,
      )
    },
    run: pgbackrest,
    /** Restores a copy as of the moment; returns its directory. */
    async restore(moment: string): Promise<string> {
      own(copy)
      await pgbackrest(
        `--pg1-path=${copy}`,
        '--type=time',
        `--target=${moment}`,
        '--target-action=promote',
        '--archive-mode=off',
        'restore',
      )
      return copy
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

async function placeOrders(port: number, host: string, count: number): Promise<Orders> {
  const [product = ''] = (await productIds(port, host)).values()
  const orders: Orders = []
  for (const token of await newShoppers(port, count, PER_SHOPPER, host)) {
    for (let index = 0; index < PER_SHOPPER && orders.length < count; index += 1) {
      const { status, body } = await callUntilSettled(() => port, '/orders', {
        token,
        headers: { host, 'idempotency-key': crypto.randomUUID() },
        body: { products: { [product]: 1 }, shippingAddress: ADDRESS },
      })
      if (status !== 201) throw new Error(`An order was refused: ${JSON.stringify(body)}`)
      orders.push(parseOrderNumber(textOf(body, 'id')) ?? '')
    }
  }
  return orders
}

/** The numbers of all orders of a database. */
async function storedOrders(url: string): Promise<ReadonlySet<string>> {
  const administrator = databaseAt(url, new URL(url).pathname.slice(1), 'postgres')
  const rows = await administer(administrator, 'select number from orders')
  return new Set(rows.map((row) => textOf(row, 'number')))
}

/** The server takes reads before it has reached the moment. */
async function untilPromoted(server: PostgresServer): Promise<void> {
  for (;;) {
    const [row] = await administer(server.url(), 'select pg_is_in_recovery() as recovers')
    if (textOf(row, 'recovers') === 'false') return
    await pause(PAUSE_MS)
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const startedAt = performance.now()
  const result = await work()
  return [(performance.now() - startedAt) / 1000, result]
}

function missing(orders: Orders, stored: ReadonlySet<string>): number {
  return orders.filter((order) => !stored.has(order)).length
}

function present(orders: Orders, stored: ReadonlySet<string>): number {
  return orders.length - missing(orders, stored)
}

function counted(what: string, measured: number): Row {
  return { what, measured, target: '0', verdict: verdict(measured === 0) }
}
