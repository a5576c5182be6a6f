import '../cli/limit-memory.ts'

import { ConfigError, loadEnvFile } from '@tanabana/node/environment.ts'
import { readConfig } from '../api/config.ts'
import { openDatabase } from '../api/db/index.ts'
import { DataDirectoryInUseError } from '../api/db/lock.ts'
import { DatabaseUnusableError } from '../api/errors.ts'
import { seedDemoShops } from '../demo/seed.ts'

/** `npm run seed`: creates the demo shops that are missing. Stop an API on the embedded database before. */
try {
  await seed()
} catch (error) {
  const isExpected = [ConfigError, DataDirectoryInUseError, DatabaseUnusableError].some(
    (kind) => error instanceof kind,
  )
  if (!isExpected || !(error instanceof Error)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function seed(): Promise<void> {
  loadEnvFile()
  const { DATA_DIR, DATABASE_URL } = process.env
  const config = readConfig({ DATA_DIR, DATABASE_URL })
  const db = await openDatabase({ ...config, onStartWait: console.error })
  try {
    await seedDemoShops(db, config.dataDir, { line: console.log })
  } finally {
    await db.close()
  }
}
