import type { TestProject } from 'vitest/node'

import { makeTemplate } from './databases.ts'
import { startPostgres } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** One PostgreSQL server for the whole run; each `openStore` gets a database of its own on it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  await makeTemplate(server.url())
  provide('postgres', server.url())
  return server.remove
}
