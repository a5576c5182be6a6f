import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openDatabase } from '../../../api/db/index.ts'
import { loadPaymentSecrets } from '../../../api/signature.ts'
import { findTenantByHost } from '../../../api/modules/tenants/find.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { ASHA } from '../helpers/store.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'tanabana-data-')), 'new')
})

afterAll(() => rm(join(dataDir, '..'), { recursive: true, force: true }))

describe('the data directory', () => {
  it('is created, replaces an incomplete first start, refuses a second opening and keeps its data', async () => {
    await mkdir(join(dataDir, 'database'), { recursive: true })
    await writeFile(join(dataDir, 'database', 'half'), 'of a database')

    const db = await openDatabase({ dataDir })
    await putTenant(db, ASHA)
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `The data directory ${dataDir} is in use by process ${process.pid}. Stop it first, or point DATA_DIR elsewhere.`,
    )
    await db.close()
    expect(existsSync(join(dataDir, 'lock'))).toBe(false)
    expect(await readdir(dataDir)).toContainEqual(expect.stringMatching(/^database\.incomplete-\d+$/))

    const again = await openDatabase({ dataDir })
    expect(await findTenantByHost(again, 'asha.example')).toEqual(ASHA)
    await again.close()
  }, 60_000)

  it('keeps the payment secret for its owner alone, the same at every start', async () => {
    const secrets = await loadPaymentSecrets({ paymentSecrets: [], dataDir })
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(32)
    expect(await loadPaymentSecrets({ paymentSecrets: [], dataDir })).toEqual(secrets)
    expect((await stat(join(dataDir, 'payment-secret'))).mode & 0o777).toBe(0o600)
  })
})
