import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'

import { openDatabase, withTenant, type Database } from '../../api/db/index.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ASHA } from '../kit/api/store.ts'
import { startFaultProxy, type FaultProxy } from '../kit/api/fault-proxy.ts'
import { copyTemplate } from '../kit/database/databases.ts'

/** Connections that are cut when PostgreSQL answers, as by a restart or a firewall. */
let isCut = false
let proxy: FaultProxy
let db: Database

beforeAll(async () => {
  const databaseUrl = new URL(await copyTemplate(inject('postgres')))
  proxy = await startFaultProxy({
    target: Number(databaseUrl.port),
    dropShare: 0.5,
    random: () => (isCut ? 0 : 1),
  })
  databaseUrl.port = String(proxy.port)
  db = await openDatabase({ dataDir: 'memory://', databaseUrl: databaseUrl.href, databasePool: 1 })
  await putTenant(db, ASHA)
})

afterEach(() => {
  isCut = false
})

afterAll(async () => {
  await db.close()
  await proxy.stop()
})

const read = () => withTenant(db, 'asha', (tx) => tx.execute('select 1 as one'))

it('a connection that breaks at the first word of a transaction is given back, and another one taken', async () => {
  await read()
  for (let round = 0; round < 3; round += 1) {
    isCut = true
    await expect(read()).rejects.toThrow()
    isCut = false
    await expect(read()).resolves.toBeDefined()
  }
})

it('a connection that breaks in the middle of a transaction is given back, and another one taken', async () => {
  const breaking = withTenant(db, 'asha', async (tx) => {
    isCut = true
    await tx.execute('select 1')
  })
  await expect(breaking).rejects.toThrow()
  isCut = false
  await expect(read()).resolves.toBeDefined()
})
