import type { TestProject } from 'vitest/node'

import { makeTemplate } from '../kit/database/databases.ts'
import { startPooler } from '../kit/database/pooler.ts'
import { startPostgres } from '../kit/database/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/**
 * One PostgreSQL server for the whole run; each `openStore` gets a database of its own on it. With TEST_POOLER=on all
 * of it goes through PgBouncer in transaction mode.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  await makeTemplate(server.url())
  const pooler = process.env.TEST_POOLER === 'on' ? await startPooler(server.url()) : undefined
  provide('postgres', pooler?.url ?? server.url())
  return async () => {
    await pooler?.stop()
    await server.remove()
  }
}
