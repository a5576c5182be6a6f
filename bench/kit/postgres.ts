import { copyTemplate, makeTemplate } from '../../tests/postgres/databases.ts'
import { startPostgres, type PostgresServer } from '../../tests/postgres/server.ts'

/** A PostgreSQL for the length of `work`, with a database that has all tables. */
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
