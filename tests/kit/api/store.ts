import { tenantHostOf } from '../../../api/http/addresses.ts'
import { createApp } from '../../../api/app.ts'
import type { CatalogueProduct } from '../../../api/db/catalogue-product.ts'
import { writeProducts } from '../../../api/modules/catalogue/write.ts'
import type { AppConfig } from '../../../api/http/context.ts'
import { type Database, type Transaction, withTenant } from '../../../api/db/index.ts'
import type { Mailbox } from '../../../api/messages/email/mailbox.ts'
import type { Providers } from '../../../api/payment-providers/provider-context.ts'
import type { PurgePages } from '../../../api/purge/purge-pages.ts'
import type { Tenant } from '../../../api/tenant.ts'
import { recordCatalogueWrite, putTenant } from '../../../api/modules/tenants/write.ts'
import { createUser, findCredentials } from '../../../api/modules/users/accounts.ts'
import { issueToken } from '../../../api/modules/users/tokens.ts'
import { openTestDatabase } from '../database/open-test-database.ts'

export const SECRET = 'a payment secret of the tests, 32+ characters'

export interface ApiResponse {
  status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  body: any
  headers: Headers
}

export interface CallOptions {
  method?: string
  body?: unknown
  form?: Record<string, string>
  token?: string
  headers?: Record<string, string>
  /** The client's address; each app gets its own. */
  peer?: string
}

/** Two shops with the same catalogue keys, so that a leak from one to the other shows. */
function shop(id: string): Tenant {
  return {
    id,
    hosts: [`${id}.example`, `${id}.localhost`],
    record: {
      storeName: `${id} store`,
      categories: ['Kurtas', 'Tops'],
      policies: { terms: '<p>Terms</p>' },
      capabilities: ['order-lines', 'idempotency-key'],
    },
    payee: { upiId: `${id}@bank`, name: `${id} & Sons` },
  }
}

export const ASHA = shop('asha')
export const BELA = shop('bela')

export function product(key: string, changes: Partial<CatalogueProduct> = {}): CatalogueProduct {
  return {
    key,
    title: `Title of ${key}`,
    description: 'Handloom cotton',
    category: 'Kurtas',
    parentCategory: 'Ethnic',
    gender: 'Women',
    regularPrice: 999.5,
    imgUrl: `/media/${key}.webp`,
    images: [{ url: `/media/${key}.webp` }],
    attributes: [
      { key: 'Sizes', value: ['S', 'M'] },
      { key: 'Colour', value: ['Red'] },
      { key: 'Colors', value: ['Red', 'Indigo'] },
    ],
    ...changes,
  }
}

/** Settings of an API of these tests. */
export const APP_CONFIG: AppConfig = {
  dataDir: 'memory://',
  defaultTenantHost: 'asha.localhost',
  storefrontPort: 4321,
  sandbox: true,
  rateLimits: false,
  trustedProxies: [],
}

export const ADDRESS = {
  fullName: 'Asha Rao',
  address: '12 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  postalCode: '411001',
  phone: '+91 98765 43210',
}

export type Store = Awaited<ReturnType<typeof openStore>>

/** A fresh database with both shops, and the API over it. */
export async function openStore(catalogue: CatalogueProduct[] = [product('kurta'), product('saree')]) {
  const db = await openTestDatabase()
  for (const tenant of [ASHA, BELA]) {
    await putTenant(db, tenant)
    await withTenant(db, tenant.id, (tx) => writeProducts(tx, tenant.id, catalogue))
  }
  return { ...serve(db), close: () => db.close() }
}

/** The same with shops of this machine alone, which pay in the sandbox: `asha.localhost` and `bela.localhost`. */
export async function openSandboxStore(catalogue?: CatalogueProduct[]) {
  const store = await openStore(catalogue)
  for (const tenant of [ASHA, BELA]) {
    await putTenant(store.db, { ...tenant, hosts: [`${tenant.id}.localhost`] })
  }
  return store
}

/** Changes a catalogue as the command line does: every later request sees the change. */
export async function changeCatalogue<T>(
  db: Database,
  tenantId: string,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const result = await withTenant(db, tenantId, change)
  await recordCatalogueWrite(db, tenantId)
  return result
}

let apps = 0

/** The API over a database that is open already, with other settings. */
export function serve(
  db: Database,
  changes: Partial<AppConfig> = {},
  providers?: Providers,
  purge?: PurgePages,
  mailbox?: Mailbox,
  options: { sendsEmail?: boolean } = {},
) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const webhooks: { host: string; path: string; headers: Record<string, string>; body: string }[] = []
  const log: Record<string, unknown>[] = []
  const ownPeer = `10.0.${Math.floor(apps / 250)}.${1 + (apps++ % 250)}`
  const app = createApp({
    db,
    config: { ...APP_CONFIG, ...changes },
    paymentSecrets: [SECRET],
    ...(providers && { providers }),
    ...(purge && { purge, purgeEdit: purge }),
    mailbox,
    ...options,
    now: () => clock.now,
    log: (entry) => log.push(entry),
    async sendWebhook(webhook) {
      webhooks.push(webhook)
      const { host, path, headers, body } = webhook
      return (await app.request(path, { method: 'POST', headers: { ...headers, host }, body })).status
    },
  })

  async function request(host: string, path: string, options: CallOptions = {}): Promise<Response> {
    const { body, form, token, headers, peer = ownPeer } = options
    const env = { incoming: { socket: { remoteAddress: peer } } }
    const hasBody = body !== undefined || form !== undefined
    const init = {
      method: options.method ?? (hasBody ? 'POST' : 'GET'),
      headers: {
        host,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
    }
    return app.request(path, init, env)
  }

  async function call(host: string, path: string, options: CallOptions = {}): Promise<ApiResponse> {
    const response = await request(host, `/api/v1${path}`, options)
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined, headers: response.headers }
  }

  let people = 0
  /** A new account of the shop, signed in without the cost of hashing a password. */
  async function signIn(host: string): Promise<{ token: string; email: string }> {
    const email = `shopper${++people}.${Math.random().toString(36).slice(2)}@example.com`
    const tenantId = tenantHostOf(host, APP_CONFIG.defaultTenantHost)?.split('.')[0] ?? ''
    const token = await withTenant(db, tenantId, async (tx) => {
      const person = { email, passwordHash: '', firstName: 'Asha', lastName: 'Rao', createdAt: clock.now }
      await createUser(tx, tenantId, person)
      const account = await findCredentials(tx, tenantId, email)
      return issueToken(tx, tenantId, account?.id ?? '', clock.now)
    })
    return { token, email }
  }

  /** The id of a product of the shop, by the key it was imported with. */
  async function productId(host: string, key: string): Promise<string> {
    const { body } = await call(host, '/products?limit=100')
    return body.data.find((one: { title: string }) => one.title === `Title of ${key}`).id
  }

  /** A new order of one kurta, and who placed it. */
  async function placeOrder(host: string, pieces = 1) {
    const person = await signIn(host)
    const products = { [await productId(host, 'kurta')]: pieces }
    const { body } = await call(host, '/orders', {
      body: { products, shippingAddress: ADDRESS },
      token: person.token,
    })
    return { ...person, orderId: body.id as string }
  }

  /** The status that the order's owner sees. */
  async function statusOf(host: string, orderId: string, token: string): Promise<number> {
    const { body } = await call(host, '/orders', { token })
    return body.find((order: { id: string }) => order.id === orderId).status
  }

  return { app, db, clock, webhooks, log, request, call, signIn, productId, placeOrder, statusOf }
}
