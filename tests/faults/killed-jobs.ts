import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, vi } from 'vitest'

import { enqueue, type Database } from '../../api/db/index.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { startApiProcess } from '../kit/api/api-process.ts'

const SHOPS = Array.from({ length: 6 }, (_, index) => `shop-${index}`)
const PATIENT = { timeout: 60_000, interval: 50 }

/** A storefront that answers no purge until `answer`. Resolves with what it was asked to purge. */
async function startStorefront() {
  const purged: string[] = []
  let isAnswering = false
  const server = createServer((request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      purged.push(body)
      if (isAnswering) response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    purged,
    recover: () => {
      purged.length = 0
      isAnswering = true
    },
    close: () => server.close(),
  }
}

async function addJobs(db: Database): Promise<void> {
  for (const id of SHOPS) {
    await putTenant(db, {
      id,
      hosts: [`${id}.localhost`],
      record: { storeName: id, categories: [] },
      payee: { upiId: '', name: '' },
    })
    await db.orm.transaction((tx) => enqueue(tx, 'purges', { tenantId: id }))
  }
}

/** What a killed process held is free once its heartbeats are missing. */
async function passTime(db: Database): Promise<void> {
  await db.orm.execute(
    `update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
  )
  await db.orm.execute(`update pgboss.job set start_after = now() where state = 'retry'`)
  await db.orm.execute('update pgboss.queue set monitor_claim_on = null, monitor_on = null')
}

/** Kills an API, on PGlite or this database, while its jobs run, and expects each of them to run afterwards. */
export async function expectJobsAfterKills(databaseUrl?: string): Promise<void> {
  const storefront = await startStorefront()
  const api = await startApiProcess(databaseUrl, {
    env: {
      CACHE_PURGE_ORIGINS: storefront.origin,
      CACHE_PURGE_SECRET: 'a secret of the fault tests, 32+ characters',
    },
    prepare: addJobs,
    beforeRestart: passTime,
  })
  try {
    for (let kill = 0; kill < 2; kill += 1) {
      storefront.purged.length = 0
      await vi.waitFor(() => expect(storefront.purged).not.toEqual([]), PATIENT)
      if (kill === 1) storefront.recover()
      await api.killAndRestart()
    }
    await vi.waitFor(() => {
      const missing = SHOPS.filter(
        (id) => !storefront.purged.some((body) => body.includes(`${id}.localhost`)),
      )
      expect(missing).toEqual([])
    }, PATIENT)
  } finally {
    await api.stop()
    storefront.close()
  }
}
