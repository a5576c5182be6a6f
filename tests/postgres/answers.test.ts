import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Connection } from '../../api/db/connection.ts'
import { describeFailure } from '../../api/errors.ts'
import { failureOf, openNotes } from './notes.ts'

describe('what is asked and answered', () => {
  let connection: Connection

  beforeAll(async () => {
    const { url } = await openNotes()
    connection = await Connection.open(url, { connectMs: 5000 })
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
