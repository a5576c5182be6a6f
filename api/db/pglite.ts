import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { PGlite, type Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'

import { createSerialQueue } from '@tanabana/node/promises.ts'
import { DatabaseUnavailableError, DatabaseUnusableError, isDiskFull } from '../errors.ts'
import { makePrivate, SharedDirectoryError, PrivateNodeFS } from './private-files.ts'
import type { Database } from './database.ts'
import { DataDirectoryInUseError, lockDirectory } from './lock.ts'
import { migrate } from './migrate.ts'

const MEMORY = 'memory://'
/** As long as one statement may take. */
const TURN_WAIT_MS = 10_000

/**
 * Opens PGlite with a lock of its own: PGlite does not lock its directory, and two processes corrupt it. PGlite
 * writes without fsync, so killing the process is safe and a power cut is not. Makes the directory private.
 * @throws {DataDirectoryInUseError} another process holds it
 * @throws {DatabaseUnusableError} it cannot be written, its disk is full, or it is shared with other users
 */
export async function openPglite(dataDir: string): Promise<Database> {
  if (dataDir === MEMORY) return startPglite(new PGlite(MEMORY))

  const unlock = await lockDataDirectory(dataDir)
  try {
    const warnings = restrictAccess(dataDir)
    const directory = join(dataDir, 'database')
    const ready = join(dataDir, 'database.ready')
    if (!existsSync(ready)) await renameIncomplete(directory)
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const db = await startPglite(new PGlite({ fs: new PrivateNodeFS(directory) }))
    await writeFile(ready, 'The database beside this file was set up completely.\n', { mode: 0o600 })
    return {
      ...db,
      warnings,
      close: async () => {
        await db.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw isDiskFull(error) ? diskFull(dataDir, error) : error
  }
}

function diskFull(dataDir: string, cause: unknown): DatabaseUnusableError {
  return new DatabaseUnusableError(
    `The disk of the data directory ${dataDir} is full. Make room on it, or point DATA_DIR to a folder on another disk.`,
    { cause },
  )
}

async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    return await lockDirectory(dataDir)
  } catch (cause) {
    if (cause instanceof DataDirectoryInUseError) throw cause
    if (isDiskFull(cause)) throw diskFull(dataDir, cause)
    throw new DatabaseUnusableError(
      `The data directory ${dataDir} is not a folder, or can't be written. Correct DATA_DIR.`,
      { cause },
    )
  }
}

/** Makes the directory private and returns warnings for the operator where that fails. */
function restrictAccess(dataDir: string): string[] {
  try {
    if (makePrivate(dataDir)) return []
  } catch (cause) {
    if (!(cause instanceof SharedDirectoryError)) throw cause
    throw new DatabaseUnusableError(
      `The data directory ${dataDir} has other uses. Give DATA_DIR a folder of its own.`,
      { cause },
    )
  }
  return [
    `The data directory ${dataDir} belongs to another user and is open to others. Make it belong to the user who runs this: chown.`,
  ]
}

/** Migrates this PGlite. */
export async function startPglite(client: PGlite): Promise<Database> {
  await client.waitReady
  const orm = drizzle(client, { casing: 'snake_case' })
  await migrate(orm, () => Promise.resolve())
  // The connection is a superuser, which bypasses row-level security: drop to the restricted role.
  await client.exec('set role tanabana_directory')
  limitWait(client)
  return { orm, isEmbedded: true, engine: { pglite: client }, close: () => client.close() }
}

/** Limits the wait for the only connection, as PostgreSQL's pool does: a request then gets 503 instead of silence. */
function limitWait(client: PGlite): void {
  const enqueue = createSerialQueue({
    maxWaitMs: TURN_WAIT_MS,
    onLate: () => new DatabaseUnavailableError('The database was busy for too long.'),
  })
  const query = client.query.bind(client)
  const transaction = client.transaction.bind(client)
  client.query = <T>(...args: Parameters<PGlite['query']>) => enqueue(() => query<T>(...args))
  client.transaction = <T>(work: (tx: Transaction) => Promise<T>) => enqueue(() => transaction(work))
}

/** A killed first start leaves an incomplete database, which PGlite cannot open: rename it. */
async function renameIncomplete(directory: string): Promise<void> {
  if (existsSync(directory)) await rename(directory, `${directory}.incomplete-${Date.now()}`)
}
