import { setTimeout } from 'node:timers/promises'

import { beforeAll, describe, expect, it } from 'vitest'

import { transact } from '../../api/db/transaction.ts'
import { isDatabaseAway } from '../../api/errors.ts'
import { startFaultProxy } from '../faults/fault-proxy.ts'
import { failureOf, one, openNotes, poolOf } from './notes.ts'

let notes: Awaited<ReturnType<typeof openNotes>>

beforeAll(async () => {
  notes = await openNotes()
})

describe('a transaction', () => {
  it('whose connection breaks says the rest of it nowhere', async () => {
    const pool = poolOf(notes.url, 2)
    const failures: unknown[] = []
    const broken = pool.use((connection) =>
      transact(connection, async (tx) => {
        await tx.execute(`insert into notes values ('before')`)
        await notes.endConnections()
        // As work does that catches what it can do without.
        failures.push(await failureOf(tx.execute(`insert into notes values ('after')`)))
        await one(pool)
        failures.push(await failureOf(tx.execute(`insert into notes values ('later')`)))
      }),
    )
    expect(isDatabaseAway(await failureOf(broken))).toBe(true)
    expect(failures.map(isDatabaseAway)).toEqual([true, true])
    expect(await notes.read()).toEqual([])
    await pool.close()
  })

  it('that has failed says no more, whatever of its work goes on', async () => {
    const pool = poolOf(notes.url)
    let late: Promise<unknown> = Promise.resolve()
    const failing = pool.use((connection) =>
      transact(connection, async (tx) => {
        late = failureOf(setTimeout(50).then(() => tx.execute(`insert into notes values ('late')`)))
        await tx.execute('select 1')
        throw new Error('gave up')
      }),
    )
    await expect(failing).rejects.toThrow('gave up')
    await one(pool)
    expect(await late).toMatchObject({ cause: { message: 'The transaction of this query is over.' } })
    expect(await notes.read()).toEqual([])
    await pool.close()
  })

  it('in which PostgreSQL has refused a query is never taken for kept', async () => {
    const pool = poolOf(notes.url)
    const swallowing = pool.use((connection) =>
      transact(connection, async (tx) => {
        await tx.execute(`insert into notes values ('swallowed')`)
        await failureOf(tx.execute('select 1 / 0'))
      }),
    )
    await expect(swallowing).rejects.toThrow('PostgreSQL has kept nothing')
    expect(await notes.read()).toEqual([])
    await pool.close()
  })

  it('whose commit nobody answers is never taken for kept', async () => {
    const target = Number(new URL(notes.url).port)
    let isCut = false
    const proxy = await startFaultProxy({ target, dropShare: 0.5, random: () => (isCut ? 0 : 1) })
    const url = new URL(notes.url)
    url.port = String(proxy.port)
    const pool = poolOf(url.href)
    const cut = pool.use((connection) =>
      transact(connection, async (tx) => {
        await tx.execute(`insert into notes values ('unknown')`)
        isCut = true
      }),
    )
    expect(isDatabaseAway(await failureOf(cut))).toBe(true)
    isCut = false
    await one(pool)
    await pool.close()
    await proxy.stop()
    await notes.clear()
  })

  it('within a transaction is undone alone', async () => {
    const pool = poolOf(notes.url)
    await pool.use((connection) =>
      transact(connection, async (tx) => {
        await tx.execute(`insert into notes values ('outer')`)
        await tx.transaction((inner) => inner.execute(`insert into notes values ('inner')`))
        const undone = tx.transaction(async (inner) => {
          await inner.execute(`insert into notes values ('undone')`)
          await inner.transaction((third) => third.execute('select 1 / 0'))
        })
        await expect(undone).rejects.toThrow()
      }),
    )
    expect(await notes.read()).toEqual(['inner', 'outer'])
    await pool.close()
  })
})
