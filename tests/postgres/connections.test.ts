import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { Connection } from '../../api/db/connection.ts'
import { Pool } from '../../api/db/pool.ts'
import { transact } from '../../api/db/transaction.ts'
import { describeFailure, isDatabaseAway } from '../../api/errors.ts'
import { startFaultProxy } from '../faults/fault-proxy.ts'
import { administer, copyTemplate, databaseAt } from './databases.ts'

const LIMITS = { connectMs: 500, answerMs: 500 }
/** The limits and what a busy machine needs on top. */
const SOON_MS = 2500

let databaseUrl: string
let admin: string

beforeAll(async () => {
  databaseUrl = await copyTemplate(inject('postgres'))
  admin = databaseAt(inject('postgres'), new URL(databaseUrl).pathname, 'postgres')
  await administer(
    admin,
    'create table notes (note text constraint is_short check (length(note) < 100))',
    'grant all on notes to public',
  )
})

function poolOf(url = databaseUrl, max = 1): Pool {
  return new Pool(url, { max, idleMs: 30_000, ...LIMITS })
}

const notes = async () =>
  (await administer(admin, 'select note from notes order by 1')).map((row) => Object(row).note)
const one = (pool: Pool) => pool.use((connection) => connection.query('select 1 as one'))
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Expects a failure that callers answer with 503, soon. */
async function expectAway(work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  expect(isDatabaseAway(await failureOf(work()))).toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(SOON_MS)
}

/** Ends every connection to the database of these tests, as a restart does. */
async function endConnections(): Promise<void> {
  await administer(
    inject('postgres'),
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${new URL(databaseUrl).pathname.slice(1)}'`,
  )
}

/** A server that does this with every connection. */
async function startServer(meet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    meet(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://shops@127.0.0.1:${(server.address() as AddressInfo).port}/shops`,
    connections: () => sockets.size,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A way to the database of these tests that can fall silent. */
async function startRelay() {
  const target = Number(new URL(databaseUrl).port)
  const relay = { url: '', isSilent: false, connections: 0, stop: () => undefined }
  const server = await startServer((caller) => {
    const upstream = connect(target, '127.0.0.1')
    upstream.on('error', () => undefined)
    relay.connections += 1
    caller.on('close', () => {
      relay.connections -= 1
      upstream.destroy()
    })
    caller.on('data', (chunk) => void (relay.isSilent || upstream.write(chunk)))
    upstream.on('data', (chunk) => void (relay.isSilent || caller.write(chunk)))
  })
  const url = new URL(databaseUrl)
  url.port = new URL(server.url).port
  return Object.assign(relay, { url: url.href, stop: server.stop })
}

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
    const relay = await startRelay()
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
    const pool = poolOf()
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
    const pool = poolOf()
    let free: (value?: unknown) => void = () => undefined
    const holding = pool.use(() => new Promise((resolve) => (free = resolve)))
    await expectAway(() => one(pool))
    free()
    await holding
    await expect(one(pool)).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await pool.close()
  })

  it('opens one where another caller’s has broken', async () => {
    const pool = poolOf()
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
    const relay = await startRelay()
    const pool = new Pool(relay.url, { max: 3, connectMs: 5000, idleMs: 50 })
    await Promise.all([one(pool), one(pool), one(pool)])
    expect(relay.connections).toBe(3)
    await expect.poll(() => relay.connections).toBe(0)
    await one(pool)
    await pool.close()
    relay.stop()
  })

  it('that is closed ends what is under way, and takes nothing new', async () => {
    const pool = poolOf()
    const late = pool.use((connection) => connection.query('select pg_sleep(0.1)'))
    const waiting = one(pool)
    const closing = pool.close()
    await expectAway(() => one(pool))
    await Promise.all([late, waiting, closing])
  })

  it('lives on when PostgreSQL ends its idle connections', async () => {
    const pool = poolOf(databaseUrl, 3)
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([one(pool), one(pool), one(pool)])
      await endConnections()
    }
    await expect(one(pool)).resolves.toMatchObject({ rows: [{ one: 1 }] })
    await pool.close()
  })
})

describe('a transaction', () => {
  it('whose connection breaks says the rest of it nowhere', async () => {
    const pool = poolOf(databaseUrl, 2)
    const failures: unknown[] = []
    const broken = pool.use((connection) =>
      transact(connection, async (tx) => {
        await tx.execute(`insert into notes values ('before')`)
        await endConnections()
        // As work does that catches what it can do without.
        failures.push(await failureOf(tx.execute(`insert into notes values ('after')`)))
        await one(pool)
        failures.push(await failureOf(tx.execute(`insert into notes values ('later')`)))
      }),
    )
    expect(isDatabaseAway(await failureOf(broken))).toBe(true)
    expect(failures.map(isDatabaseAway)).toEqual([true, true])
    expect(await notes()).toEqual([])
    await pool.close()
  })

  it('that has failed says no more, whatever of its work goes on', async () => {
    const pool = poolOf()
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
    expect(await notes()).toEqual([])
    await pool.close()
  })

  it('in which PostgreSQL has refused a query is never taken for kept', async () => {
    const pool = poolOf()
    const swallowing = pool.use((connection) =>
      transact(connection, async (tx) => {
        await tx.execute(`insert into notes values ('swallowed')`)
        await failureOf(tx.execute('select 1 / 0'))
      }),
    )
    await expect(swallowing).rejects.toThrow('PostgreSQL has kept nothing')
    expect(await notes()).toEqual([])
    await pool.close()
  })

  it('whose commit nobody answers is never taken for kept', async () => {
    const target = Number(new URL(databaseUrl).port)
    let isCut = false
    const proxy = await startFaultProxy({ target, dropShare: 0.5, random: () => (isCut ? 0 : 1) })
    const url = new URL(databaseUrl)
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
    await administer(admin, 'delete from notes')
  })

  it('within a transaction is undone alone', async () => {
    const pool = poolOf()
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
    expect(await notes()).toEqual(['inner', 'outer'])
    await pool.close()
  })
})

describe('what is asked and answered', () => {
  let connection: Connection

  beforeAll(async () => {
    connection = await Connection.open(databaseUrl, { connectMs: 5000 })
  })

  afterAll(() => connection.close())

  it('is exact', async () => {
    const { rows, command } = await connection.query(
      `select $1::text as text, $2::int as int, $3::bigint as big, $4::numeric as numeric, $5::boolean as boolean,
         $6::jsonb as jsonb, $7::text as nothing, $8::text[] as list, $9::timestamptz = timestamptz '2026-01-02T03:04:05.006Z' as moment,
         timestamptz '2026-01-02 03:04:05.123456+00' at time zone 'UTC' as micros, date '2026-01-02' as day`,
      [
        'ज़री \\ "x" \'y\' {z}\n',
        -7,
        9007199254740993n,
        '12.50',
        true,
        '{"a": ["é", null]}',
        null,
        '{"a,b",c}',
        new Date('2026-01-02T03:04:05.006Z'),
      ],
    )
    expect(command).toBe('SELECT')
    expect(rows).toEqual([
      {
        text: 'ज़री \\ "x" \'y\' {z}\n',
        int: -7,
        big: '9007199254740993',
        numeric: '12.50',
        boolean: true,
        jsonb: { a: ['é', null] },
        nothing: null,
        list: '{"a,b",c}',
        moment: true,
        micros: '2026-01-02 03:04:05.123456',
        day: '2026-01-02',
      },
    ])
  })

  it('comes as arrays too, with columns of one name', async () => {
    const { rows } = await connection.query('select 1 as one, $1::int as one', [2], 'all')
    expect(rows).toEqual([[1, 2]])
  })

  it('is refused where PostgreSQL would read something else', async () => {
    for (const value of [['a'], { a: 1 }, () => 1]) {
      await expect(connection.query('select $1::text', [value])).rejects.toThrow(TypeError)
    }
    await expect(connection.query('select 1')).resolves.toMatchObject({ command: 'SELECT' })
  })

  it('is written to the log without its values when PostgreSQL refuses it', async () => {
    const failure = await failureOf(connection.query('insert into notes values ($1)', ['secret'.repeat(50)]))
    expect(failure).toBeInstanceOf(Error)
    const { error, cause } = describeFailure(failure as Error)
    expect([error, cause]).toEqual(['database error 23514 notes is_short', ''])
  })

  it('comes in the order of asking', async () => {
    const asked = Array.from({ length: 300 }, (_, number) => number)
    const answers = await Promise.all(
      asked.map((number) => connection.query('select $1::int as number', [number])),
    )
    expect(answers.map(({ rows }) => Object(rows[0]).number)).toEqual(asked)
  })
})
