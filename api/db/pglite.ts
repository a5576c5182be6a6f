import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'

import { DatabaseUnusableError } from '../errors.ts'
import { makePrivate, SharedDirectoryError } from '../private-files.ts'
import type { Database } from './database.ts'
import { DataDirectoryInUseError, lockDirectory } from './lock.ts'
import { migrate } from './migrate.ts'
import { PrivateNodeFS } from './private-node-fs.ts'

const MEMORY = 'memory://'

/**
 * PGlite takes no lock on its directory and two processes on one corrupt it, so ours comes first. PGlite writes
 * without fsync: killing the process is safe, a power cut is not. The directory and all that is in it are made private.
 * @throws {DataDirectoryInUseError} another process holds it
 * @throws {DatabaseUnusableError} it can't be written, or is one for all users of the machine
 */
export async function openPglite(dataDir: string): Promise<Database> {
  if (dataDir === MEMORY) return startPglite(new PGlite(MEMORY))

  const unlock = await takeDirectory(dataDir)
  try {
    const warnings = closeToOthers(dataDir)
    const directory = join(dataDir, 'database')
    const ready = join(dataDir, 'database.ready')
    if (!existsSync(ready)) await setAside(directory)
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const db = await startPglite(new PGlite({ fs: new PrivateNodeFS(directory) }))
    await writeFile(ready, 'The database beside this file was set up completely.\n', { mode: 0o600 })
    return {
      orm: db.orm,
      warnings,
      close: async () => {
        await db.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function takeDirectory(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    return await lockDirectory(dataDir)
  } catch (cause) {
    if (cause instanceof DataDirectoryInUseError) throw cause
    throw new DatabaseUnusableError(
      `The data directory ${dataDir} is no folder, or can't be written. Correct DATA_DIR.`,
      { cause },
    )
  }
}

/** Gives what the operator should know where that can't be done in full. */
function closeToOthers(dataDir: string): string[] {
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

/** Brings the tables of this PGlite up to the newest migration. */
export async function startPglite(client: PGlite): Promise<Database> {
  await client.waitReady
  const orm = drizzle(client, { casing: 'snake_case' })
  await migrate(orm, () => Promise.resolve())
  // The connection belongs to a superuser, whom row-level security does not hold: it keeps no more than it needs.
  await client.exec('set role tanabana_directory')
  return { orm, close: () => client.close() }
}

/** A first start that was killed leaves half a database, which PGlite can't open. It is kept under another name. */
async function setAside(directory: string): Promise<void> {
  if (existsSync(directory)) await rename(directory, `${directory}.incomplete-${Date.now()}`)
}
