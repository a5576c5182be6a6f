import type { Pool } from 'pg'
import { expect, inject } from 'vitest'

import { createPool } from '../../api/db/pool.ts'
import { describeFailure, isDatabaseUnavailable } from '../../api/errors.ts'
import { administer, copyTemplate, databaseAt } from './databases.ts'

const LIMITS = { connectMs: 500, queryMs: 500 }
/** `LIMITS`, and a margin for a busy machine. */
const SOON_MS = 2500

/** Creates a database with a table of notes, with functions that read it and cut its connections. */
export async function openNotes() {
  const url = await copyTemplate(inject('postgres'))
  const { pathname } = new URL(url)
  const admin = databaseAt(inject('postgres'), pathname, 'postgres')
  await administer(
    admin,
    'create table notes (note text constraint is_short check (length(note) < 100))',
    'grant all on notes to public',
  )
  return {
    url,
    read: async () =>
      (await administer(admin, 'select note from notes order by 1')).map((row) => Object(row).note),
    clear: () => administer(admin, 'delete from notes'),
    /** Ends every connection to it, as a restart does. */
    endConnections: () =>
      administer(
        inject('postgres'),
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${pathname.slice(1)}'`,
      ),
  }
}

export function poolOf(url: string, max = 1): Pool {
  return createPool(url, { max, ...LIMITS })
}

export const one = (pool: Pool) => pool.query('select 1 as one')

export const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Expects a failure that callers answer with 503, soon, and this sentence in the log. */
export async function expectAway(work: () => Promise<unknown>, sentence?: string): Promise<void> {
  const startedAt = performance.now()
  const failure = await failureOf(work())
  expect(isDatabaseUnavailable(failure)).toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(SOON_MS)
  if (sentence) expect(describeFailure(failure as Error).error).toBe(`DatabaseUnavailableError: ${sentence}`)
}
