import { beforeAll, describe, expect, it } from 'vitest'

import { Pool } from '../../api/db/pool.ts'
import { expectAway, one, openNotes, poolOf } from './notes.ts'
import { startRelay, startServer } from './servers.ts'

let notes: Awaited<ReturnType<typeof openNotes>>

beforeAll(async () => {
  notes = await openNotes()
})

describe('a server that', () => {
  it('takes connections and says nothing is away after the limit', async () => {
    const server = await startServer(() => undefined)
    const pool = poolOf(server.url)
    await expectAway(() => one(pool))
    await pool.close()
    server.stop()
  })

  it('hangs up on everybody is away at once, and asked once for each caller', async () => {
    const server = await startServer((socket) => socket.end())
    const pool = poolOf(server.url)
    await expectAway(() => one(pool))
    await expectAway(() => one(pool))
    expect(server.connections()).toBe(2)
    await pool.close()
    server.stop()
  })

  it('says what PostgreSQL never says is not believed', async () => {
    const server = await startServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const pool = poolOf(server.url)
    await expectAway(() => one(pool))
    await pool.close()
    server.stop()
  })

  it('is gone without a word in the middle of a query is away after the limit, and its connections are nobody’s', async () => {
    const relay = await startRelay(notes.url)
    const pool = poolOf(relay.url, 2)
    await Promise.all([one(pool), one(pool)])
    relay.isSilent = true
    await Promise.all([expectAway(() => one(pool)), expectAway(() => one(pool)), expectAway(() => one(pool))])
    relay.isSilent = false
    await Promise.all([one(pool), one(pool), one(pool)])
    await pool.close()
    relay.stop()
  })
})

describe('who asks while every connection is in use', () => {
  it('gets the one that is given back first', async () => {
    const pool = poolOf(notes.url)
    const order: number[] = []
    await Promise.all(
      [1, 2, 3].map((turn) =>
        pool.use(async (connection) => {
          await connection.query('select pg_sleep(0.01)')
          order.push(turn)
        }),
      ),
    )
    expect(order).toEqual([1, 2, 3])
    await pool.close()
  })

  it('is told so after the limit, and is served again afterwards', async () => {
    const pool = poolOf(notes.url)
    let free: (value?: unknown) => void = () => undefined
    const holding = pool.use(() => new Promise((resolve) => (free = resolve)))
    await expectAway(() => one(pool))
    free()
    await holding
    await expect(one(pool)).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await pool.close()
  })

  it('opens one where another caller’s has broken', async () => {
    const pool = poolOf(notes.url)
    const breaking = pool.use(async (connection) => {
      await connection.query('select 1')
      connection.destroy(new Error('broken'))
    })
    await Promise.all([breaking, one(pool), one(pool)])
    await pool.close()
  })
})

describe('a pool', () => {
  it('closes what nobody has used for a while', async () => {
    const relay = await startRelay(notes.url)
    const pool = new Pool(relay.url, { max: 3, connectMs: 5000, idleMs: 50 })
    // None is left alone before all are there.
    const areThree = expect.poll(() => relay.connections).toBe(3)
    await Promise.all([1, 2, 3].map(() => pool.use(() => areThree)))
    await expect.poll(() => relay.connections).toBe(0)
    await one(pool)
    await pool.close()
    relay.stop()
  })

  it('that is closed ends what is under way, and takes nothing new', async () => {
    const pool = poolOf(notes.url)
    const late = pool.use((connection) => connection.query('select pg_sleep(0.1)'))
    const waiting = one(pool)
    const closing = pool.close()
    await expectAway(() => one(pool))
    await Promise.all([late, waiting, closing])
  })

  it('lives on when PostgreSQL ends its idle connections', async () => {
    const pool = poolOf(notes.url, 3)
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([one(pool), one(pool), one(pool)])
      await notes.endConnections()
    }
    await expect(one(pool)).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await pool.close()
  })
})
