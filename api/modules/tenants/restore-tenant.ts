import { randomInt } from 'node:crypto'

import { and, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'

import { count } from '@tanabana/contract/text.ts'
import { enqueue } from '../../db/enqueue.ts'
import { codeOf } from '../../db/error-code.ts'
import { RUNNING_IMPORT_STATES } from '../../db/import-states.ts'
import type { Database, Transaction } from '../../db/index.ts'
import { imports, messages, orderEvents, orders, tenantHosts } from '../../db/schema.ts'
import type { Tenant } from '../../tenant.ts'
import { findTenant } from './find.ts'
import { HostTakenError, recordCatalogueWrite } from './write.ts'

/** The message is a sentence with the remedy; nothing was changed. */
export class RestoreRefusedError extends Error {
  override name = 'RestoreRefusedError'
}

interface Restored {
  tenant: Tenant
  /** Rows by table. */
  rows: Map<string, number>
  /** Names of the shop's own picture files that its rows mention. */
  pictures: Set<string>
}

/** A table with rows of shops that is copied; triggers on `products` fill the others. */
interface Table extends Record<string, unknown> {
  name: string
  /** Column with the shop's id. */
  key: string
  columns: string[]
  /** The columns that the database does not compute. */
  written: string[]
  /** The column with an identity, and its sequence. */
  identity: string | null
  sequence: string | null
  /** Tables that foreign keys point to. */
  parents: string[]
}

/** Only grows: entries since the copy stay. */
const AUDIT_LOG = 'audit_entries'
/** Rows that may be lost only when the operator says so, and how messages name them. */
const GUARDED = [
  { table: 'orders', column: 'number', one: 'order', many: 'orders' },
  { table: 'money_entries', column: 'id', one: 'entry of received money', many: 'entries of received money' },
  { table: 'tax_documents', column: 'number', one: 'tax document', many: 'tax documents' },
]
const BATCH_SIZE = 500
const NAMED_MAX = 5
const SERIALIZATION_FAILURE = '40001'
const PICTURE = /\/media\/([A-Za-z0-9][\w-]*\.\w+)/g

/**
 * Replaces all rows of a shop by those in `copy`, a database of the same version, in one transaction that row-level
 * security limits to the shop. The shop is suspended afterwards. docs/postgresql.md#restore-one-shop
 * @throws {RestoreRefusedError} the shop is served, has newer orders, or is not in the copy
 * @throws {HostTakenError} a host of the copy belongs to another shop by now
 */
export async function restoreTenant(
  db: Database,
  copy: Database,
  id: string,
  { dropNewer = false } = {},
): Promise<Restored> {
  const restored = await actAsOwner(db, id, {}, (tx) =>
    actAsOwner(copy, id, { accessMode: 'read only' }, async (from) => {
      await refuseSameDatabase(tx, from)
      const tenant = await findTenant({ orm: from }, id)
      if (!tenant) throw new RestoreRefusedError(`The copy has no shop "${id}".`)
      await refuseServed(tx, id)
      await refuseTakenHost(tx, tenant)
      const tables = parentsFirst(await readTables(tx))
      await refuseOtherTables(tables, from)
      if (!dropNewer) await refuseNewer(tx, from, id)
      return { tenant, ...(await replaceRows(tx, from, tables)) }
    }),
  ).catch((error: unknown) => {
    if (codeOf(error) !== SERIALIZATION_FAILURE) throw error
    throw new RestoreRefusedError(
      `The shop ${id} was changed meanwhile. Nothing was restored: run the command again.`,
    )
  })
  await recordCatalogueWrite(db, id)
  return restored
}

/** Runs `work` on one snapshot as the owner of the tables, to whom row-level security shows this shop alone. */
function actAsOwner<T>(
  db: Database,
  tenantId: string,
  config: PgTransactionConfig,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.orm.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('role', 'none', true), set_config('app.tenant', ${tenantId}, true),
        set_config('statement_timeout', '0', true)`)
      return work(tx)
    },
    { isolationLevel: 'repeatable read', ...config },
  )
}

async function refuseSameDatabase(tx: Transaction, from: Transaction): Promise<void> {
  const key = randomInt(2 ** 31)
  await tx.execute(sql`select pg_advisory_xact_lock(${key})`)
  const { rows } = await from.execute<{ isOther: boolean }>(
    sql`select pg_try_advisory_xact_lock(${key}) as "isOther"`,
  )
  if (!rows[0]?.isOther)
    throw new RestoreRefusedError('The copy is the database of DATABASE_URL itself. Name another one.')
}

async function refuseServed(tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.execute<{ isSuspended: boolean }>(
    sql`select suspended_at is not null as "isSuspended" from tenants where id = ${id} for no key update`,
  )
  if (rows[0]?.isSuspended === false)
    throw new RestoreRefusedError(
      `Shoppers can order from ${id} meanwhile. Suspend it first: store shop suspend ${id}`,
    )
}

async function refuseTakenHost(tx: Transaction, { id, hosts }: Tenant): Promise<void> {
  const [taken] = await tx
    .select()
    .from(tenantHosts)
    .where(and(inArray(tenantHosts.host, hosts), ne(tenantHosts.tenantId, id)))
  if (taken) throw new HostTakenError(taken.host, taken.tenantId)
}

async function refuseOtherTables(tables: Table[], from: Transaction): Promise<void> {
  const columnsOf = (some: Table[]) => some.map(({ name, columns }) => `${name} ${columns.join()}`).join('\n')
  if (columnsOf(tables) !== columnsOf(parentsFirst(await readTables(from))))
    throw new RestoreRefusedError('The copy has the tables of another version. Nothing was restored.')
}

async function refuseNewer(tx: Transaction, from: Transaction, id: string): Promise<void> {
  const newer: string[] = []
  for (const { table, column, one, many } of GUARDED) {
    const read = sql`select ${sql.identifier(column)}::text as key from ${sql.identifier(table)} where tenant_id = ${id} order by 1`
    const keysIn = async (database: Transaction) =>
      (await database.execute<{ key: string }>(read)).rows.map(({ key }) => key)
    const copied = new Set(await keysIn(from))
    const missing = (await keysIn(tx)).filter((key) => !copied.has(key))
    if (missing.length === 0) continue
    const named =
      missing.length > NAMED_MAX ? `${missing.slice(0, NAMED_MAX).join(', ')}, …` : missing.join(', ')
    newer.push(`${count(missing.length, one, many)} (${named})`)
  }
  if (newer.length === 0) return
  throw new RestoreRefusedError(
    `The shop ${id} has what the copy lacks: ${newer.join('; ')}. Nothing was restored. ` +
      `To lose these, run the command again with --drop-newer.`,
  )
}

async function replaceRows(
  tx: Transaction,
  from: Transaction,
  tables: Table[],
): Promise<Omit<Restored, 'tenant'>> {
  const rows = new Map<string, number>()
  const pictures = new Set<string>()
  for (const table of tables.toReversed()) {
    if (table.name === 'tenants' || table.name === AUDIT_LOG) continue
    await tx.execute(sql`delete from ${sql.identifier(table.name)} where ${ofShop(table)}`)
  }
  for (const table of tables) {
    for await (const batch of readRows(from, table)) {
      await insertRows(tx, table, batch)
      rows.set(table.name, (rows.get(table.name) ?? 0) + batch.length)
      for (const [, picture = ''] of batch.join('\n').matchAll(PICTURE)) pictures.add(picture)
    }
    await advanceSequence(tx, table)
  }
  await tx.execute(
    sql`update tenants set suspended_at = now(), updated_at = now() where id = current_setting('app.tenant')`,
  )
  await enqueueOpenWork(tx)
  return { rows, pictures }
}

/** Rows as PostgreSQL's text of a row, which keeps every value exactly. */
async function* readRows(from: Transaction, table: Table): AsyncGenerator<string[]> {
  const name = sql.identifier(table.name)
  await from.execute(
    sql`declare copied no scroll cursor for select ${name}::text as row from ${name} where ${ofShop(table)}`,
  )
  for (;;) {
    const { rows } = await from.execute<{ row: string }>(
      sql`fetch ${sql.raw(String(BATCH_SIZE))} from copied`,
    )
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await from.execute(sql`close copied`)
}

async function insertRows(tx: Transaction, { name, written }: Table, rows: string[]): Promise<void> {
  const table = sql.identifier(name)
  const columns = list(written, (column) => column)
  const conflict: Record<string, SQL> = {
    tenants: sql`on conflict (id) do update set ${list(written, (column) => sql`${column} = excluded.${column}`)}`,
    [AUDIT_LOG]: sql`on conflict do nothing`,
  }
  await tx.execute(sql`insert into ${table} (${columns}) overriding system value
    select ${columns} from unnest(${sql.param(rows)}::text[]::${table}[]) ${conflict[name] ?? sql``}`)
}

/** Rows of another database may have higher numbers than this one has given yet. */
async function advanceSequence(tx: Transaction, table: Table): Promise<void> {
  if (table.identity === null || table.sequence === null) return
  const highest = sql`select max(${sql.identifier(table.identity)}) as highest from ${sql.identifier(table.name)} where ${ofShop(table)}`
  await tx.execute(sql`select setval(${table.sequence}::regclass, highest)
    from (${highest}) as restored, ${sql.raw(table.sequence)} where highest >= last_value`)
}

/** Jobs are not copied: adds those of work that the copy's moment interrupted. */
async function enqueueOpenWork(tx: Transaction): Promise<void> {
  const tenantId = sql<string>`current_setting('app.tenant')`
  const unhandled = await tx
    .selectDistinct({ tenantId: orders.tenantId, order: orders.number })
    .from(orders)
    .innerJoin(
      orderEvents,
      and(eq(orderEvents.tenantId, orders.tenantId), eq(orderEvents.orderNumber, orders.number)),
    )
    .where(and(eq(orders.tenantId, tenantId), gt(orderEvents.sequence, orders.eventsHandled)))
  for (const job of unhandled) await enqueue(tx, 'orders', job)
  const waiting = await tx
    .selectDistinct({ tenantId: messages.tenantId, stream: messages.stream, order: messages.orderNumber })
    .from(messages)
    .where(and(eq(messages.tenantId, tenantId), eq(messages.state, 'waiting')))
  for (const { order, ...job } of waiting)
    await enqueue(tx, 'messages', { ...job, order: order ?? undefined })
  const running = await tx
    .select({ tenantId: imports.tenantId, import: imports.id })
    .from(imports)
    .where(and(eq(imports.tenantId, tenantId), inArray(imports.state, [...RUNNING_IMPORT_STATES])))
  for (const job of running) await enqueue(tx, 'imports', job)
}

async function readTables(tx: Transaction): Promise<Table[]> {
  const column = (condition: SQL) => sql`array(select attname::text from pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped and ${condition} order by attnum)`
  const { rows } = await tx.execute<Table>(sql`
    with shown as (
      select relname::text as name, case relname when 'tenants' then 'id' else 'tenant_id' end as key,
        ${column(sql`true`)} as columns, ${column(sql`attgenerated = ''`)} as written,
        (${column(sql`attidentity <> ''`)})[1] as identity,
        array(select confrelid::regclass::text from pg_constraint where conrelid = pg_class.oid and contype = 'f') as parents
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and (
        relname in ('tenants', 'tenant_hosts')
        or 'tenant_id' = any (${column(sql`true`)}) and has_table_privilege('tanabana_app', pg_class.oid, 'insert')))
    select *, pg_get_serial_sequence(name, identity) as sequence from shown order by name`)
  return rows
}

function parentsFirst(tables: Table[]): Table[] {
  const sorted: Table[] = []
  while (sorted.length < tables.length) {
    const left = tables.filter((table) => !sorted.includes(table))
    const next = left.filter(({ parents }) => !left.some(({ name }) => parents.includes(name)))
    if (next.length === 0) throw new Error('Foreign keys of the tables form a circle.')
    sorted.push(...next)
  }
  return sorted
}

function ofShop({ key }: Table): SQL {
  return sql`${sql.identifier(key)} = current_setting('app.tenant')`
}

function list(names: string[], toSql: (name: SQL) => SQL): SQL {
  return sql.join(
    names.map((name) => toSql(sql`${sql.identifier(name)}`)),
    sql`, `,
  )
}
