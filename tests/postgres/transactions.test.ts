import { setTimeout } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'

import { runTransaction } from '../../api/db/transaction.ts'
import { describeFailure, isDatabaseUnavailable } from '../../api/errors.ts'
import { startFaultProxy } from '../faults/fault-proxy.ts'
import { failureOf, one, openNotes, poolOf } from './notes.ts'

let notes: Awaited<ReturnType<typeof openNotes>>

beforeAll(async () => {
  notes = await openNotes()
})

describe('a transaction', () => {
  it('whose connection breaks runs the rest nowhere else', async () => {
    const pool = poolOf(notes.url, 2)
    const failures: unknown[] = []
    const broken = runTransaction(pool, async (tx) => {
      await tx.execute(`insert into notes values ('before')`)
      await notes.endConnections()
      // As work does that catches what it can do without.
      failures.push(await failureOf(tx.execute(`insert into notes values ('after')`)))
      await one(pool)
      failures.push(await failureOf(tx.execute(`insert into notes values ('later')`)))
    })
    expect(isDatabaseUnavailable(await failureOf(broken))).toBe(true)
    expect(failures.map(isDatabaseUnavailable)).toEqual([true, true])
    expect(describeFailure(failures[1] as Error).cause).toBe(
      'DatabaseUnavailableError: The connection to PostgreSQL is closed.',
    )
    expect(await notes.read()).toEqual([])
    await pool.end()
  })

  it('that has failed sends no more queries, although its work continues', async () => {
    const pool = poolOf(notes.url)
    let late: Promise<unknown> = Promise.resolve()
    const failing = runTransaction(pool, async (tx) => {
      late = failureOf(setTimeout(50).then(() => tx.execute(`insert into notes values ('late')`)))
      await tx.execute('select 1')
      throw new Error('gave up')
    })
    await expect(failing).rejects.toThrow('gave up')
    await one(pool)
    expect(await late).toMatchObject({ cause: { message: 'The transaction of this query is over.' } })
    expect(await notes.read()).toEqual([])
    await pool.end()
  })

  it('in which PostgreSQL has refused a query is never reported as committed', async () => {
    const pool = poolOf(notes.url)
    const swallowing = runTransaction(pool, async (tx) => {
      await tx.execute(`insert into notes values ('swallowed')`)
      await failureOf(tx.execute('select 1 / 0'))
    })
    await expect(swallowing).rejects.toThrow('PostgreSQL has kept nothing')
    expect(await notes.read()).toEqual([])
    await pool.end()
  })

  it('whose commit gets no response is never reported as committed', async () => {
    const target = Number(new URL(notes.url).port)
    let isCut = false
    const proxy = await startFaultProxy({ target, dropShare: 0.5, random: () => (isCut ? 0 : 1) })
    const url = new URL(notes.url)
    url.port = String(proxy.port)
    const pool = poolOf(url.href)
    const cut = runTransaction(pool, async (tx) => {
      await tx.execute(`insert into notes values ('unknown')`)
      isCut = true
    })
    expect(isDatabaseUnavailable(await failureOf(cut))).toBe(true)
    isCut = false
    await one(pool)
    await pool.end()
    await proxy.stop()
    await notes.clear()
  })

  it('is written to the log without its values when PostgreSQL refuses one', async () => {
    const pool = poolOf(notes.url)
    const refused = runTransaction(pool, (tx) =>
      tx.execute(sql`insert into notes values (${'secret'.repeat(50)})`),
    )
    const failure = await failureOf(refused)
    expect(failure).toBeInstanceOf(Error)
    const { error, cause } = describeFailure(failure)
    expect([error, cause]).toEqual(['Error: a query failed', 'database error 23514 notes is_short'])
    await pool.end()
  })

  it('within a transaction is undone alone', async () => {
    const pool = poolOf(notes.url)
    await runTransaction(pool, async (tx) => {
      await tx.execute(`insert into notes values ('outer')`)
      await tx.transaction((inner) => inner.execute(`insert into notes values ('inner')`))
      const undone = tx.transaction(async (inner) => {
        await inner.execute(`insert into notes values ('undone')`)
        await inner.transaction((third) => third.execute('select 1 / 0'))
      })
      await expect(undone).rejects.toThrow()
    })
    expect(await notes.read()).toEqual(['inner', 'outer'])
    await pool.end()
  })
})
