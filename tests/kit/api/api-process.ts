import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { writeProducts } from '../../../api/modules/catalogue/write.ts'
import { openDatabase, withTenant, type Database, type DatabaseConfig } from '../../../api/db/index.ts'
import type { OrderLimits } from '../../../api/db/json-columns.ts'
import type { StoreRecord } from '../../../api/db/store-record.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import type { Capability } from '../../../contract/store-info.ts'
import { MANY_ORDERS } from './many-orders.ts'
import { fillDataDirectory } from '../database/pglite-template.ts'

export const SHOP_ID = 'faults'
export const SHOP_HOST = 'faults.localhost'
export const PAYMENT_SECRET = 'a payment secret of the fault tests, 32+ characters'

const API = new URL('../../../cli/serve.ts', import.meta.url).pathname
const END_WITH_PARENT = new URL('../../../scripts/processes/end-with-parent.mjs', import.meta.url).href

export interface ApiProcess {
  /** PGlite's data directory. */
  dataDir: string
  pid: number
  port: number
  /** Lines that the current process wrote before it listened. */
  startLines: string[]
  /** Kills the process with SIGKILL and starts a new one with the same data on another port. */
  killAndRestart(): Promise<void>
  /** Like `killAndRestart`, with this signal. */
  endAndRestart(signal: NodeJS.Signals): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Resolves with the exit code of the current process. */
  exited(): Promise<number | null>
  stop(): Promise<void>
}

export interface ApiProcessOptions {
  /** Additional environment variables. */
  env?: Record<string, string>
  /** Writes additional data before the first start. */
  prepare?: (db: Database) => Promise<void>
  /** Uses the database between the end of a process and the start of the next. */
  beforeRestart?: (db: Database) => Promise<void>
}

/**
 * Starts the real API as a separate process with one shop of two products: on PGlite in a temporary directory, or on
 * the PostgreSQL database at a URL.
 */
export async function startApiProcess(
  databaseUrl?: string,
  { env = {}, prepare, beforeRestart }: ApiProcessOptions = {},
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
    dataDir,
    pid: running.child.pid ?? 0,
    port: running.port,
    startLines: running.startLines,
    signal: (name) => void running.child.kill(name),
    exited: async () => {
      const { exitCode, signalCode } = running.child
      if (exitCode === null && signalCode === null) await once(running.child, 'exit')
      return running.child.exitCode
    },
    killAndRestart: () => api.endAndRestart('SIGKILL'),
    async endAndRestart(signal) {
      await end(signal)
      if (beforeRestart) await useDatabase(data, beforeRestart)
      running = await launch(data, env)
      api.pid = running.child.pid ?? 0
      api.port = running.port
      api.startLines = running.startLines
    },
    async stop() {
      await end('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return api
}

async function useDatabase(data: DatabaseConfig, use: (db: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase(data)
  try {
    await use(db)
  } finally {
    await db.close()
  }
}

async function writeShop(data: DatabaseConfig, prepare: ApiProcessOptions['prepare']): Promise<void> {
  if (!data.databaseUrl) await fillDataDirectory(data.dataDir)
  const db = await openDatabase(data)
  await putShop(db, ['order-lines', 'idempotency-key'], MANY_ORDERS)
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

/** Writes the shop without its products. */
export async function putShop(
  db: Database,
  capabilities: readonly Capability[],
  orderLimits: Partial<OrderLimits>,
  record: Partial<StoreRecord> = {},
): Promise<void> {
  await putTenant(db, {
    id: SHOP_ID,
    hosts: [SHOP_HOST],
    record: { ...record, storeName: 'Faults', categories: ['Kurtas'], capabilities: [...capabilities] },
    payee: { upiId: 'faults@bank', name: 'Faults' },
    orderLimits,
  })
}

async function launch(
  { dataDir, databaseUrl = '' }: DatabaseConfig,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; port: number; startLines: string[] }> {
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
  const startLines: string[] = []
  for await (const line of createInterface({ input: stdout })) {
    const port = /^Store API: http:\/\/localhost:(\d+)/.exec(line)?.[1]
    if (!port) {
      startLines.push(line)
      continue
    }
    // Drain the log: a full pipe would block the process.
    stdout.resume()
    return { child, port: Number(port), startLines }
  }
  throw new Error('The API ended before it listened.')
}
