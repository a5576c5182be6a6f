import { beforeAll, expect, inject, it } from 'vitest'

import { administer, copyTemplate, databaseAt } from '../kit/database/databases.ts'

/** Found before any shop is known. */
const DIRECTORY = ['rate_limits', 'schema_migrations', 'tenant_hosts', 'tenants']

interface Key {
  table: string
  name: string
  columns: string[]
  /** Of the table that a foreign key points to. */
  referenced: string[] | null
}

let tables: string[]
let keys: Key[]

beforeAll(async () => {
  const server = inject('postgres')
  const url = databaseAt(server, new URL(await copyTemplate(server)).pathname, 'postgres')
  const rows = await administer(
    url,
    "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1",
  )
  tables = rows.map((row) => String(Object(row).relname)).filter((table) => !DIRECTORY.includes(table))
  const columnsOf = (table: string, numbers: string) => `
    array(select attname::text from unnest(${numbers}::int2[]) with ordinality as key (number, position)
      join pg_attribute on attrelid = ${table} and attnum = key.number order by position)`
  keys = (await administer(
    url,
    `select conrelid::regclass::text as table, conname as name, ${columnsOf('conrelid', 'conkey')} as columns,
       case when contype = 'f' then ${columnsOf('confrelid', 'confkey')} end as referenced
     from pg_constraint where contype in ('p', 'u', 'f', 'x') and connamespace = 'public'::regnamespace
     union all
     select indrelid::regclass::text, indexrelid::regclass::text, ${columnsOf('indrelid', 'indkey::text[]')}, null
     from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace`,
  )) as Key[]
  keys = keys.filter(({ table }) => tables.includes(table))
})

it('every table of a shop names the shop in its primary key', () => {
  expect(tables.length).toBeGreaterThan(9)
  expect(
    tables.filter((table) => !keys.some((key) => key.table === table && /_pk(?:ey)?$/.test(key.name))),
  ).toEqual([])
})

it(
  'every primary, unique and foreign key and every index of a shop’s table begins with the shop',
  { tags: ['@decision-15.3'] },
  () => {
    expect(keys.length).toBeGreaterThan(30)
    expect(keys.filter(({ columns }) => columns[0] !== 'tenant_id')).toEqual([])
  },
)

it('every foreign key points to the shop itself or to a row of the same shop', () => {
  const foreign = keys.filter(({ referenced }) => referenced !== null)
  expect(foreign.length).toBeGreaterThan(10)
  expect(
    foreign.filter(
      ({ columns, referenced }) =>
        referenced?.[0] !== 'tenant_id' && !(columns.length === 1 && referenced?.[0] === 'id'),
    ),
  ).toEqual([])
})
