import { beforeAll, describe, expect, it } from 'vitest'

import { runTransaction } from '../../api/db/transaction.ts'
import { isDatabaseUnavailable } from '../../api/errors.ts'
import { expectAway, failureOf, one, openNotes, poolOf } from './notes.ts'
import { startRelay, startServer } from './servers.ts'

let notes: Awaited<ReturnType<typeof openNotes>>

beforeAll(async () => {
  notes = await openNotes()
})

describe('a server that', () => {
  it('takes connections and hangs is away after the limit', async () => {
    const server = await startServer(() => undefined)
    const pool = poolOf(server.url)
    await expectAway(() => one(pool), 'PostgreSQL could not be reached in time.')
    await pool.end()
    server.stop()
  })

  it('closes every connection is away at once, and asked once for each caller', async () => {
    const server = await startServer((socket) => socket.end())
    const pool = poolOf(server.url)
    await expectAway(() => one(pool))
    await expectAway(() => one(pool))
    expect(server.connections()).toBe(2)
    await pool.end()
    server.stop()
  })

  it('sends an invalid protocol message is refused', async () => {
    const server = await startServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const pool = poolOf(server.url)
    await expectAway(() => one(pool))
    await pool.end()
    server.stop()
  })

  it('falls silent during a query is away after the limit, and its connections are not reused', async () => {
    const relay = await startRelay(notes.url)
    const pool = poolOf(relay.url, 2)
    await Promise.all([one(pool), one(pool)])
    relay.isSilent = true
    await Promise.all([
      expectAway(() => one(pool), 'PostgreSQL does not answer.'),
      expectAway(() => one(pool), 'PostgreSQL does not answer.'),
      expectAway(() => one(pool), 'No connection to PostgreSQL was free in time.'),
    ])
    relay.isSilent = false
    await Promise.all([one(pool), one(pool), one(pool)])
    await pool.end()
    relay.stop()
  })

  it('vanishes in the middle of a transaction is waited for once', async () => {
    const relay = await startRelay(notes.url)
    const pool = poolOf(relay.url)
    const failures: unknown[] = []
    await expectAway(() =>
      runTransaction(pool, async (tx) => {
        relay.isSilent = true
        for (let query = 0; query < 10; query += 1) failures.push(await failureOf(tx.execute('select 1')))
      }),
    )
    expect(failures.map(isDatabaseUnavailable)).toEqual(Array(10).fill(true))
    relay.isSilent = false
    await expect(one(pool)).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await pool.end()
    relay.stop()
  })
})

describe('a caller while every connection is in use', () => {
  it('gets an error after the limit, and is served again afterwards', async () => {
    const pool = poolOf(notes.url)
    const client = await pool.connect()
    await expectAway(() => one(pool), 'No connection to PostgreSQL was free in time.')
    client.release()
    await expect(one(pool)).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await pool.end()
  })

  it('opens one where another caller’s has broken', async () => {
    const pool = poolOf(notes.url)
    const breaking = failureOf(runTransaction(pool, () => notes.endConnections()))
    await Promise.all([breaking, one(pool), one(pool)])
    await pool.end()
  })
})

describe('a pool', () => {
  it('names the application as the address says, and else after the product', async () => {
    const names = []
    for (const query of ['', '?application_name=the%20shop']) {
      const pool = poolOf(`${notes.url}${query}`)
      names.push((await pool.query('show application_name')).rows[0].application_name)
      await pool.end()
    }
    expect(names).toEqual(['tanabana', 'the shop'])
  })

  it('that is closed finishes running queries, and takes no new ones', async () => {
    const pool = poolOf(notes.url)
    const late = pool.query('select pg_sleep(0.1)')
    const closing = pool.end()
    await expectAway(() => one(pool), 'The connections to PostgreSQL are closed.')
    await Promise.all([late, closing])
  })

  it('lives on when PostgreSQL ends its idle connections', async () => {
    const pool = poolOf(notes.url, 3)
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([one(pool), one(pool), one(pool)])
      await notes.endConnections()
    }
    await expect(one(pool)).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await pool.end()
  })
})
