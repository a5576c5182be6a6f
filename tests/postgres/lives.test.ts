import { describe, expect, it } from 'vitest'

import { runLives } from '../kit/counts/lives.ts'
import { withPooler, withPostgres } from '../kit/counts/postgres.ts'
import { hasPooler } from '../kit/database/pooler.ts'

/** Short forms of `npm run bench -- lives --database postgres|pgbouncer`. */
async function expectNoFault(onDatabase: typeof withPostgres<void>): Promise<void> {
  await onDatabase(async (databaseUrl, server) => {
    const { faults, lives, orders } = await runLives({ count: 10, kills: 2, databaseUrl, server })
    expect(faults).toEqual([])
    expect(orders).toBe(lives)
  })
}

describe('orders keep their money, pieces and events, although two APIs and their database are killed', () => {
  it('on PostgreSQL', () => expectNoFault(withPostgres), 240_000)

  it.runIf(hasPooler)('behind PgBouncer', () => expectNoFault(withPooler), 240_000)
})
