import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { openDatabase, withTenant, type Database } from '../../api/db/index.ts'
import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { recordCatalogueWrite, putTenant } from '../../api/modules/tenants/write.ts'
import { run } from '../cli/command-line.ts'
import { ASHA, product, serve } from '../kit/api/store.ts'
import { administer, copyTemplate, makeTemplate } from '../kit/database/databases.ts'
import { runOutages } from '../kit/counts/outages.ts'
import { startPostgres, type PostgresServer } from '../kit/database/server.ts'

const SHOP = 'asha.example'
const PATIENCE = { timeout: 60_000, interval: 50 }

let primary: PostgresServer
let standby: PostgresServer

beforeAll(async () => {
  primary = await startPostgres()
  await makeTemplate(primary.url())
  standby = await primary.follow()
}, 120_000)

afterAll(async () => {
  await standby.remove()
  await primary.remove()
})

/** The longer form is `npm run bench -- outages`. */
it('an API whose PostgreSQL stops, crashes and comes back lives on, says 503 meanwhile, and loses no order', async () => {
  const databaseUrl = await copyTemplate(primary.url())
  expect(await runOutages(primary, 2, databaseUrl)).toMatchObject({
    outages: 2,
    reported: 2,
    lost: 0,
    double: 0,
  })
}, 120_000)

it('a command whose PostgreSQL is gone tells the merchant in a sentence', async () => {
  const databaseUrl = await copyTemplate(primary.url())
  const db = await openDatabase({ dataDir: 'memory://', databaseUrl })
  await putTenant(db, ASHA)
  await primary.stop()
  const { exitCode, problems } = await run(db, '.', 'orders', 'list', 'asha')
  await primary.start()
  await db.close()
  expect([exitCode, problems]).toEqual([
    1,
    [
      "The database can't be reached, or is too slow. Finished changes stay, unfinished ones were undone. Check before you run the command again.",
    ],
  ])
})

it('an API that is started before its PostgreSQL waits for it', async () => {
  const databaseUrl = await copyTemplate(primary.url())
  await primary.stop()
  const opening = openDatabase({ dataDir: 'memory://', databaseUrl, startWaitMs: 60_000 })
  await primary.start()
  const db = await opening
  await putTenant(db, ASHA)
  await db.close()
}, 120_000)

describe('a replica', () => {
  let db: Database
  let store: ReturnType<typeof serve>

  beforeAll(async () => {
    const databaseUrl = await copyTemplate(primary.url())
    const replicaUrl = new URL(databaseUrl)
    replicaUrl.port = String(standby.port)
    db = await openDatabase({ dataDir: 'memory://', databaseUrl, replicaUrl: replicaUrl.href })
    store = serve(db)
    await putTenant(db, ASHA)
    await write('kurta')
  }, 120_000)

  afterAll(() => db.close())

  async function write(...keys: string[]): Promise<void> {
    await withTenant(db, 'asha', (tx) =>
      writeProducts(
        tx,
        'asha',
        keys.map((key) => product(key)),
      ),
    )
    await recordCatalogueWrite(db, 'asha')
  }

  async function titles(): Promise<string[]> {
    const { body } = await store.call(SHOP, '/products')
    return body.data.map(({ title }: { title: string }) => title).toSorted()
  }

  /** Number of the shop's calls that the replica served. */
  function countReplicaReads() {
    const reads = vi.spyOn(db.replica?.database.orm ?? db.orm, 'transaction')
    return { count: () => reads.mock.calls.length, end: () => reads.mockRestore() }
  }

  it('serves reads of the catalogue once it has caught up', async () => {
    const reads = countReplicaReads()
    await vi.waitFor(async () => {
      expect(await titles()).toEqual(['Title of kurta'])
      expect(reads.count()).toBeGreaterThan(0)
    }, PATIENCE)
    reads.end()
  })

  it('that is behind an import is skipped: the primary shows the imported products', async () => {
    await administer(standby.url(), 'select pg_wal_replay_pause()')
    await write('saree')
    const reads = countReplicaReads()
    expect(await titles()).toEqual(['Title of kurta', 'Title of saree'])
    expect(reads.count()).toBe(0)
    await administer(standby.url(), 'select pg_wal_replay_resume()')
    await vi.waitFor(async () => {
      expect(await titles()).toEqual(['Title of kurta', 'Title of saree'])
      expect(reads.count()).toBeGreaterThan(0)
    }, PATIENCE)
    reads.end()
  })

  it('that is down causes no error, and is used again when it is back', async () => {
    await standby.stop()
    expect(await titles()).toEqual(['Title of kurta', 'Title of saree'])
    expect((await store.app.request('/readyz')).status).toBe(200)
    await standby.start()
    const reads = countReplicaReads()
    await vi.waitFor(async () => {
      expect(await titles()).toEqual(['Title of kurta', 'Title of saree'])
      expect(reads.count()).toBeGreaterThan(0)
    }, PATIENCE)
    reads.end()
  })
})
