import { expect, vi } from 'vitest'

import { enqueue, type Database } from '../../api/db/index.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { startApiProcess } from '../kit/api/api-process.ts'
import { freeJobs } from '../kit/database/free-jobs.ts'
import { startPurgedStorefront } from '../kit/shops/purged-storefront.ts'

const SHOPS = Array.from({ length: 6 }, (_, index) => `shop-${index}`)
const PATIENT = { timeout: 60_000, interval: 50 }

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

/** Kills an API, on PGlite or this database, while its jobs run, and expects each of them to run afterwards. */
export async function expectJobsAfterKills(databaseUrl?: string): Promise<void> {
  const storefront = await startPurgedStorefront('silent')
  const api = await startApiProcess(databaseUrl, {
    env: {
      CACHE_PURGE_ORIGINS: storefront.origin,
      CACHE_PURGE_SECRET: 'a secret of the fault tests, 32+ characters',
    },
    prepare: addJobs,
    beforeRestart: freeJobs,
  })
  try {
    for (let kill = 0; kill < 2; kill += 1) {
      storefront.purges.length = 0
      await vi.waitFor(() => expect(storefront.purges).not.toEqual([]), PATIENT)
      if (kill === 1) {
        storefront.purges.length = 0
        storefront.response = { status: 204 }
      }
      await api.killAndRestart()
    }
    await vi.waitFor(() => {
      const purged = storefront.purges.map(({ body }) => JSON.stringify(body))
      const missing = SHOPS.filter((id) => !purged.some((body) => body.includes(`${id}.localhost`)))
      expect(missing).toEqual([])
    }, PATIENT)
  } finally {
    await api.stop()
    storefront.close()
  }
}
