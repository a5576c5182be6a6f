import { cpSync, existsSync, mkdtempSync, openAsBlob, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { PGlite } from '@electric-sql/pglite'

import { openDatabase, type Database } from '../../../api/db/index.ts'
import { startPglite } from '../../../api/db/pglite.ts'

/**
 * PGlite takes seconds to create a database and a moment to open a copy: a run of Vitest creates one with all tables as
 * a template for all others. Outside Vitest, each is created.
 */
const FILES = ['database', 'database.ready']
const IMAGE = 'database.tar'

/** A fresh database with all tables that ends with the process. */
export async function openMemoryDatabase(): Promise<Database> {
  const template = await findTemplate()
  if (template === undefined) return openDatabase({ dataDir: 'memory://' })
  const loadDataDir = await openAsBlob(join(template, IMAGE))
  return startPglite(new PGlite('memory://', { loadDataDir }))
}

/** Copies the template into this data directory, where an API then finds the database that it would create. */
export async function fillDataDirectory(dataDir: string): Promise<void> {
  const template = await findTemplate()
  if (template === undefined) return
  for (const name of FILES) cpSync(join(template, name), join(dataDir, name), { recursive: true })
}

async function findTemplate(): Promise<string | undefined> {
  const place = process.env.TEST_TEMPLATES
  if (place === undefined) return undefined
  const template = join(place, 'template')
  if (!existsSync(template)) await makeTemplate(place, template)
  return template
}

async function makeTemplate(place: string, template: string): Promise<void> {
  const own = mkdtempSync(join(place, 'making-'))
  const client = new PGlite(join(own, 'database'))
  const db = await startPglite(client)
  const image = await client.dumpDataDir('none')
  writeFileSync(join(own, IMAGE), Buffer.from(await image.arrayBuffer()))
  await db.close()
  writeFileSync(join(own, 'database.ready'), '')
  // Another process may have finished first.
  if (existsSync(template)) rmSync(own, { recursive: true })
  else renameSync(own, template)
}
