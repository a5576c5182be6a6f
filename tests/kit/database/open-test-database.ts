import { openDatabase, type Database } from '../../../api/db/index.ts'
import { openMemoryDatabase } from './pglite-template.ts'
import { copyTemplate } from './databases.ts'

/** A fresh database with all tables: PGlite in memory or, in the project `postgres`, one on the server of this run. */
export async function openTestDatabase(): Promise<Database> {
  const databaseUrl = await newDatabaseUrl()
  return databaseUrl ? openDatabase({ dataDir: 'memory://', databaseUrl }) : openMemoryDatabase()
}

/** The address of a fresh database on the server of this run; `undefined` where the suite runs on PGlite. */
export async function newDatabaseUrl(): Promise<string | undefined> {
  const server = process.env.TEST_POSTGRES
  return server ? copyTemplate(server) : undefined
}
