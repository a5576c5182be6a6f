import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { openDatabase, withTenant, type Database, type DatabaseConfig } from '../../api/db/index.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { fillDataDirectory } from '../helpers/pglite-template.ts'

export const SHOP_ID = 'faults'
export const SHOP_HOST = 'faults.localhost'
export const PAYMENT_SECRET = 'a payment secret of the fault tests, 32+ characters'

const API = new URL('../../api/index.ts', import.meta.url).pathname
const END_WITH_PARENT = new URL('../../scripts/end-with-parent.mjs', import.meta.url).href

export interface ApiProcess {
  port: number
  /** SIGKILL, and the same data again in a new process on another port. */
  killAndRestart(): Promise<void>
  /** The same after any signal. */
  endAndRestart(signal: NodeJS.Signals): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Resolves with the code that the process of now ends with. */
  exited(): Promise<number | null>
  stop(): Promise<void>
}

export interface ApiProcessOptions {
  /** Besides what every such process has. */
  env?: Record<string, string>
  /** Writes more into the database before the first start. */
  prepare?: (db: Database) => Promise<void>
}

/**
 * The real API as a process of its own with one shop of two products: on PGlite in a directory that goes when it stops,
 * or on the PostgreSQL database at an address.
 */
export async function startApiProcess(
  databaseUrl?: string,
  { env = {}, prepare }: ApiProcessOptions = {},
): Promise<ApiProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tanabana-faults-'))
  const data: DatabaseConfig = { dataDir, databaseUrl }
  await writeShop(data, prepare)
  let running = await launch(data, env)

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return
    const hasExited = once(running.child, 'exit')
    running.child.kill(signal)
    await hasExited
  }

  const api: ApiProcess = {
    port: running.port,
    signal: (name) => void running.child.kill(name),
    exited: async () => {
      const { exitCode, signalCode } = running.child
      if (exitCode === null && signalCode === null) await once(running.child, 'exit')
      return running.child.exitCode
    },
    killAndRestart: () => api.endAndRestart('SIGKILL'),
    async endAndRestart(signal) {
      await end(signal)
      running = await launch(data, env)
      api.port = running.port
    },
    async stop() {
      await end('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return api
}

async function writeShop(data: DatabaseConfig, prepare: ApiProcessOptions['prepare']): Promise<void> {
  if (!data.databaseUrl) await fillDataDirectory(data.dataDir)
  const db = await openDatabase(data)
  await putTenant(db, {
    id: SHOP_ID,
    hosts: [SHOP_HOST],
    record: {
      storeName: 'Faults',
      categories: ['Kurtas'],
      capabilities: ['order-lines', 'idempotency-key'],
    },
    payee: { upiId: 'faults@bank', name: 'Faults' },
  })
  const kurta = {
    title: 'Kurta',
    description: '',
    category: 'Kurtas',
    parentCategory: 'Ethnic',
    gender: 'Women' as const,
    regularPrice: 999.5,
    imgUrl: '/media/kurta.webp',
    images: [],
    attributes: [{ key: 'Sizes', value: ['S', 'M'] }],
  }
  await withTenant(db, SHOP_ID, (tx) =>
    writeProducts(tx, SHOP_ID, [
      { ...kurta, key: 'kurta' },
      { ...kurta, key: 'saree', title: 'Saree', regularPrice: 1234.25 },
    ]),
  )
  await prepare?.(db)
  await db.close()
}

async function launch(
  { dataDir, databaseUrl = '' }: DatabaseConfig,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, API], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      API_PORT: '0',
      RATE_LIMITS: 'off',
      PAYMENT_SANDBOX: 'on',
      PAYMENT_SECRET,
      ...env,
    },
    // Over the channel, the process ends with this one, also when a test runner kills it.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const { stdout } = child
  if (!stdout) throw new Error('The API process has no output.')
  const lines = createInterface({ input: stdout })
  for await (const line of lines) {
    const port = /^Store API: http:\/\/localhost:(\d+)/.exec(line)?.[1]
    if (!port) continue
    // The log goes on: read it, or the process waits for a reader.
    stdout.resume()
    return { child, port: Number(port) }
  }
  throw new Error('The API ended before it listened.')
}
