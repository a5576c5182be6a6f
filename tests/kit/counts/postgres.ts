import type { ApiProcess } from '../api/api-process.ts'
import { copyTemplate, makeTemplate } from '../database/databases.ts'
import { hasPooler, startPooler } from '../database/pooler.ts'
import { startPostgres, type PostgresServer } from '../database/server.ts'

/** Runs `work` with a temporary PostgreSQL and a migrated database. */
export async function withPostgres<T>(
  work: (databaseUrl: string, server: PostgresServer) => Promise<T>,
): Promise<T> {
  const server = await startPostgres()
  try {
    await makeTemplate(server.url())
    return await work(await copyTemplate(server.url()), server)
  } finally {
    await server.remove()
  }
}

/** Like `withPostgres`, behind PgBouncer in transaction mode. */
export async function withPooler<T>(
  work: (databaseUrl: string, server: PostgresServer) => Promise<T>,
): Promise<T> {
  if (!hasPooler) throw new Error('pgbouncer missing: nothing is counted. Install pgbouncer (Debian).')
  return withPostgres(async (databaseUrl, server) => {
    const pooler = await startPooler(databaseUrl)
    try {
      return await work(pooler.url, server)
    } finally {
      await pooler.stop()
    }
  })
}

/** The API; every second kill hits its PostgreSQL instead, if it has one. */
export function killRepeatedly(api: ApiProcess, server: PostgresServer | undefined): ApiProcess {
  let kills = 0
  return {
    ...api,
    get port() {
      return api.port
    },
    async killAndRestart() {
      kills += 1
      if (!server || kills % 2 === 1) return api.killAndRestart()
      await server.crash()
      await server.start()
    },
  }
}
