import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Transaction } from '../../db/index.ts'
import * as schema from '../../db/schema.ts'
import { randomId } from '../../ids.ts'
import { NO_ACCOUNT } from '../orders/buyer.ts'

/** A person of a shop, with what leads to the rows about them. */
interface Person {
  tenantId: string
  userId: string
  orderNumbers: string[]
  paymentIds: string[]
  /** Of the account, also for what it sent as a guest. */
  email: string
  /** What its messages that tell of no order are about. */
  subjects: string[]
}

type TenantTable = PgTable & { tenantId: PgColumn }
type Row<T extends TenantTable> = T['$inferSelect']

/**
 * Names a person: their account, or an order that the merchant took down for them. The merchant may count orders that were
 * taken down for the e-mail of an account; accounts prove no e-mail, so their owners may not.
 */
export type PersonName = { userId: string; ownsOrdersByHand?: boolean } | { orderByHand: string }

/** Rule of an erasure for a column: write `value`, or keep the present value for a reason. */
interface Erased<V> {
  value: () => V
}
interface Kept {
  kept: string
}

/** A rule for each column that can hold words. A column that is added to the table does not compile without one. */
type ColumnRules<T extends TenantTable> = {
  [
    K in keyof Row<T> as K extends 'tenantId'
      ? never
      : NonNullable<Row<T>[K]> extends number | boolean | Date
        ? never
        : K
  ]: Erased<Row<T>[K]> | Kept
}

interface PersonalTable {
  table: TenantTable
  isOf: (person: Person) => SQL
  /** `undefined`: an erasure deletes the rows. */
  columns: Record<string, Erased<unknown> | Kept> | undefined
  /** Columns that not even the person gets. */
  secrets: readonly string[]
}

/** Tables whose rows an erasure keeps. */
function keepRows<T extends TenantTable>(
  table: T,
  isOf: PersonalTable['isOf'],
  columns: ColumnRules<T>,
  secrets: (keyof Row<T> & string)[] = [],
): PersonalTable {
  return { table, isOf, columns: { ...columns }, secrets }
}

/** Tables whose rows an erasure deletes. */
function deleteRows<T extends TenantTable>(
  table: T,
  isOf: PersonalTable['isOf'],
  secrets: (keyof Row<T> & string)[] = [],
): PersonalTable {
  return { table, isOf, columns: undefined, secrets }
}

const erased = <V>(value: V | (() => V)): Erased<V> => ({
  value: typeof value === 'function' ? (value as () => V) : () => value,
})
const kept = (reason: string): Kept => ({ kept: reason })
/** No contact of a tracking request equals it. */
const noAddressOf = () => `erased-${randomId()}`

const ID = kept('random, joins the rows of one order or account')
const SOLD = kept('what was sold, for the books')
const DONE = kept('what happened to an order, without names, for the books')
const PAID = kept('how it was paid, for the books and the bank statement')
const TAXED = kept('what was invoiced, without name and address, for the tax office')
const ONCE = kept('so that a repeated webhook changes nothing')
const NO_ADDRESS = { fullName: '', address: '', city: '', state: '', postalCode: '', phone: '' }

/**
 * Every table with data of a shop's customers, with what an erasure does to it; an export contains all of it but
 * secrets. The kept columns are listed in docs/merchant.md#answer-requests-about-personal-data
 */
export const PERSONAL_DATA = {
  users: keepRows(
    schema.users,
    ({ userId }) => eq(schema.users.id, userId),
    {
      id: ID,
      email: erased(noAddressOf),
      passwordHash: erased(''),
      firstName: erased(''),
      lastName: erased(''),
    },
    ['passwordHash'],
  ),
  tokens: deleteRows(schema.tokens, ({ userId }) => eq(schema.tokens.userId, userId), ['hash']),
  accountRequests: deleteRows(schema.accountRequests, isRequestOf),
  accountTokens: deleteRows(schema.accountTokens, ({ userId }) => eq(schema.accountTokens.userId, userId), [
    'hash',
  ]),
  contactMessages: deleteRows(schema.contactMessages, ({ email }) => eq(schema.contactMessages.email, email)),
  newsletterSubscriptions: deleteRows(
    schema.newsletterSubscriptions,
    ({ email }) => eq(schema.newsletterSubscriptions.email, email),
    ['token'],
  ),
  addresses: deleteRows(schema.addresses, ({ userId }) => eq(schema.addresses.userId, userId)),
  idempotencyKeys: deleteRows(schema.idempotencyKeys, ({ userId }) =>
    eq(schema.idempotencyKeys.userId, userId),
  ),
  orders: keepRows(schema.orders, (person) => isOneOf(schema.orders.number, person.orderNumbers), {
    number: ID,
    userId: ID,
    reference: erased(null),
    shippingAddress: erased(NO_ADDRESS),
    contactEmail: erased(noAddressOf),
    contactPhone: erased(''),
    attribution: erased(null),
    shipment: erased(null),
    parcel: SOLD,
    offerId: SOLD,
    offerCode: SOLD,
    offerLabel: SOLD,
    language: erased(null),
    taxMissing: SOLD,
  }),
  orderItems: keepRows(
    schema.orderItems,
    (person) => isOneOf(schema.orderItems.orderNumber, person.orderNumbers),
    {
      orderNumber: ID,
      productId: SOLD,
      productTitle: SOLD,
      selectedSize: SOLD,
      selectedColor: SOLD,
      variantId: SOLD,
      variantOptions: SOLD,
      sku: SOLD,
      imgUrl: SOLD,
      hsn: SOLD,
    },
  ),
  orderNotes: deleteRows(schema.orderNotes, (person) =>
    isOneOf(schema.orderNotes.orderNumber, person.orderNumbers),
  ),
  orderEvents: keepRows(
    schema.orderEvents,
    (person) => isOneOf(schema.orderEvents.orderNumber, person.orderNumbers),
    { orderNumber: ID, kind: DONE, subject: ID, actor: DONE },
  ),
  messages: deleteRows(schema.messages, (person) =>
    anyOf(
      isOneOf(schema.messages.orderNumber, person.orderNumbers),
      // As `parseShopEvent` reads it.
      inArray(sql`split_part(${schema.messages.event}, '/', 2)`, person.subjects),
    ),
  ),
  orderReturns: keepRows(
    schema.orderReturns,
    (person) => isOneOf(schema.orderReturns.orderNumber, person.orderNumbers),
    {
      id: ID,
      orderNumber: ID,
      lines: SOLD,
      reason: erased(''),
      status: kept('whether the pieces came back, for the books'),
      note: erased(null),
    },
  ),
  payments: keepRows(schema.payments, (person) => isOneOf(schema.payments.orderNumber, person.orderNumbers), {
    id: ID,
    orderNumber: ID,
    provider: PAID,
    method: PAID,
    currency: PAID,
    status: PAID,
    gatewayReference: PAID,
    customerReference: PAID,
    linkReference: PAID,
    mismatch: PAID,
    shopOrigin: kept("the shop's own address"),
  }),
  paymentLinks: deleteRows(
    schema.paymentLinks,
    (person) => isOneOf(schema.paymentLinks.orderNumber, person.orderNumbers),
    ['tokenHash'],
  ),
  orderLinks: deleteRows(
    schema.orderLinks,
    (person) => isOneOf(schema.orderLinks.orderNumber, person.orderNumbers),
    ['tokenHash'],
  ),
  refundDetails: deleteRows(schema.refundDetails, (person) =>
    isOneOf(schema.refundDetails.orderNumber, person.orderNumbers),
  ),
  paymentRefunds: keepRows(
    schema.paymentRefunds,
    (person) => isOneOf(schema.paymentRefunds.paymentId, person.paymentIds),
    { paymentId: ID, reference: PAID },
  ),
  refundRequests: keepRows(
    schema.refundRequests,
    (person) => isOneOf(schema.refundRequests.paymentId, person.paymentIds),
    { id: ID, paymentId: ID, state: PAID, returnId: ID, reference: PAID, error: PAID },
  ),
  moneyEntries: keepRows(
    schema.moneyEntries,
    (person) => isOneOf(schema.moneyEntries.orderNumber, person.orderNumbers),
    { orderNumber: ID, paymentId: ID, kind: PAID },
  ),
  taxDocuments: keepRows(
    schema.taxDocuments,
    (person) => isOneOf(schema.taxDocuments.orderNumber, person.orderNumbers),
    {
      number: TAXED,
      series: TAXED,
      kind: TAXED,
      orderNumber: ID,
      body: TAXED,
      recipient: erased(null),
    },
  ),
  paymentEvents: keepRows(
    schema.paymentEvents,
    (person) => isOneOf(schema.paymentEvents.paymentId, person.paymentIds),
    { provider: ONCE, eventId: ONCE, paymentId: ONCE, outcome: ONCE },
  ),
} satisfies Partial<Record<keyof typeof schema, PersonalTable>>

/** Tables without data of customers, or from which nothing leads to one. */
export const IMPERSONAL_TABLES: readonly (keyof typeof schema)[] = [
  'tenants',
  'tenantHosts',
  'products',
  'productVariants',
  'withdrawnProducts',
  'productGroups',
  'productChoices',
  'productValues',
  'productEntries',
  'productWords',
  'pincodes',
  'offers',
  'staff',
  'staffSessions',
  'staffLinks',
  'staffTokens',
  'auditEntries',
  // Store records, and the members of staff who changed them.
  'storeRevisions',
  'draftEdits',
  'previewKeys',
  // Addresses of the merchant's programs.
  'webhookEndpoints',
  'courierSecrets',
  // Pieces of variants, with the numbers of orders.
  'stockMovements',
  // Uploaded catalogues, and the members of staff who uploaded them.
  'imports',
  'importRows',
  // The last number of each series.
  'taxSeries',
  // Their keys are keyed digests.
  'rateLimits',
  'bouncedAddresses',
]

/** Erases what `PERSONAL_DATA` does not keep. */
export async function erasePersonalData(tx: Transaction, person: Person): Promise<void> {
  for (const { table, isOf, columns } of tables()) {
    const isOwn = and(eq(table.tenantId, person.tenantId), isOf(person))
    if (!columns) await tx.delete(table).where(isOwn)
    const values = Object.entries(columns ?? {}).flatMap(([name, rule]) =>
      'value' in rule ? [[name, rule.value()] as const] : [],
    )
    if (values.length > 0) await tx.update(table).set(Object.fromEntries(values)).where(isOwn)
  }
}

/** All rows about a person, by table, without secrets. Amounts are paise. */
export async function readPersonalData(
  tx: Transaction,
  person: Person,
): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {}
  for (const [name, { table, isOf, secrets }] of Object.entries<PersonalTable>(PERSONAL_DATA)) {
    const rows = await tx
      .select()
      .from(table)
      .where(and(eq(table.tenantId, person.tenantId), isOf(person)))
    found[name] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([column]) => !['tenantId', ...secrets].includes(column)),
      ),
    )
  }
  return found
}

/** Finds what leads to the rows of an account, or of the customer of an order that belongs to none. */
export async function findPerson(tx: Transaction, tenantId: string, who: PersonName): Promise<Person> {
  const { orders, payments } = schema
  const userId = 'userId' in who ? who.userId : NO_ACCOUNT
  const placed = await tx
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), isOrderOf(tenantId, who)))
  const orderNumbers = placed.map(({ number }) => number)
  const paid = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), isOneOf(payments.orderNumber, orderNumbers)))
  const [account] = await tx
    .select({ email: schema.users.email })
    .from(schema.users)
    .where(and(eq(schema.users.tenantId, tenantId), eq(schema.users.id, userId)))
  const person = { tenantId, userId, orderNumbers, paymentIds: paid.map(({ id }) => id) }
  const email = account?.email ?? noAddressOf()
  return { ...person, email, subjects: await findSubjects(tx, { tenantId, userId, email }) }
}

/** Ids of an account, its requests, its contact messages and its subscription. */
async function findSubjects(tx: Transaction, person: Pick<Person, 'tenantId' | 'userId' | 'email'>) {
  const { accountRequests, contactMessages, newsletterSubscriptions } = schema
  const { tenantId, userId, email } = person
  const requests = await tx
    .select({ id: accountRequests.id })
    .from(accountRequests)
    .where(and(eq(accountRequests.tenantId, tenantId), isRequestOf(person)))
  const contacts = await tx
    .select({ id: contactMessages.number })
    .from(contactMessages)
    .where(and(eq(contactMessages.tenantId, tenantId), eq(contactMessages.email, email)))
  const subscriptions = await tx
    .select({ id: newsletterSubscriptions.id })
    .from(newsletterSubscriptions)
    .where(and(eq(newsletterSubscriptions.tenantId, tenantId), eq(newsletterSubscriptions.email, email)))
  return [userId, ...[...requests, ...contacts, ...subscriptions].map(({ id }) => id)]
}

/** The orders of an account; else those that were taken down for the e-mail or phone of the named one. */
export function isOrderOf(tenantId: string, who: PersonName): SQL {
  const { orders, users } = schema
  if ('userId' in who) {
    const isOwn = eq(orders.userId, who.userId)
    if (!who.ownsOrdersByHand) return isOwn
    const email = sql`(select ${users.email} from ${users}
      where ${users.tenantId} = ${tenantId} and ${users.id} = ${who.userId})`
    return anyOf(isOwn, sql`${orders.userId} is null and ${orders.contactEmail} = ${email}`)
  }
  return sql`${orders.userId} is null and exists (
    select from ${orders} as named
    where named.tenant_id = ${tenantId} and named.number = ${who.orderByHand} and named.user_id is null
      and (named.number = ${orders.number}
        or (named.contact_email <> '' and named.contact_email = ${orders.contactEmail})
        or (named.contact_phone <> '' and named.contact_phone = ${orders.contactPhone})))`
}

function isRequestOf({ userId, email }: Pick<Person, 'userId' | 'email'>): SQL {
  return anyOf(eq(schema.accountRequests.userId, userId), eq(schema.accountRequests.email, email))
}

function anyOf(one: SQL, other: SQL): SQL {
  return or(one, other) ?? one
}

function tables(): PersonalTable[] {
  return Object.values(PERSONAL_DATA)
}

function isOneOf(column: PgColumn, values: string[]): SQL {
  return inArray(column, values)
}
