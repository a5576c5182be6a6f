import { sql } from 'drizzle-orm'
import fc from 'fast-check'

import { withTenant } from '../../../api/db/index.ts'
import { orderItems, orders, products, users } from '../../../api/db/schema.ts'
import { changeTenant } from '../../../api/modules/tenants/write.ts'
import { issueToken } from '../../../api/modules/users/tokens.ts'
import { ADDRESS, openSandboxStore, product } from '../../kit/api/store.ts'
import { MANY_ORDERS } from '../../kit/api/many-orders.ts'

const SHOPS = ['asha', 'bela'] as const
type ShopId = (typeof SHOPS)[number]

const PEOPLE = ['one', 'two']
const NUMBERS: Record<string, string> = { one: '111111111111', two: '222222222222' }
const EMAIL = { one: 'one@example.com', two: 'two@example.com' } as Record<string, string>

/** A marker in all data of a shop or a person; elsewhere, it proves a leak. */
const canary = (shop: ShopId, person = '') => `canary-${shop}${person && `-${person}`}`

interface Operation {
  /** The shop whose host is called, and the person whose token is sent. */
  shop: ShopId
  tokenOf: { shop: ShopId; person: string } | undefined
  call:
    | 'products'
    | 'product'
    | 'subCategories'
    | 'suggestions'
    | 'account'
    | 'orders'
    | 'track'
    | 'order'
    | 'pay'
    | 'storeInfo'
  person: string
  filter: string
}

export const operations: fc.Arbitrary<Operation> = fc.record({
  shop: fc.constantFrom(...SHOPS),
  tokenOf: fc.option(fc.record({ shop: fc.constantFrom(...SHOPS), person: fc.constantFrom(...PEOPLE) }), {
    freq: 5,
  }),
  call: fc.constantFrom(
    'products',
    'product',
    'subCategories',
    'suggestions',
    'account',
    'orders',
    'track',
    'order',
    'pay',
    'storeInfo',
  ),
  person: fc.constantFrom(...PEOPLE),
  filter: fc.constantFrom(
    '',
    '?category=kurtas',
    '?gender=Women',
    '?parentCategory=ethnic&limit=100',
    "?category=' or 1=1 --",
  ),
})

/**
 * Two shops whose rows have the same ids, e-mails and order numbers and differ in their canaries alone, so that a query
 * which forgets the tenant, or the person, shows.
 */
export async function openMirroredStore() {
  const catalogue = ['kurta', 'saree', 'stole'].map((key) => product(key))
  const store = await openSandboxStore(catalogue)
  const tokens = new Map<string, string>()

  for (const shop of SHOPS) {
    await changeTenant(store.db, shop, (tenant) => ({ ...tenant, orderLimits: MANY_ORDERS }))
    await withTenant(store.db, shop, async (tx) => {
      await tx.update(products).set({
        id: sql`key`,
        title: canary(shop),
        description: canary(shop),
        parentCategory: `Ethnic`,
      })
      for (const person of PEOPLE) {
        const owner = { tenantId: shop, id: person, email: EMAIL[person] ?? '', passwordHash: '' }
        await tx.insert(users).values({ ...owner, firstName: canary(shop, person), lastName: 'Rao' })
        const shippingAddress = { ...ADDRESS, address: canary(shop, person) }
        const order = {
          tenantId: shop,
          number: NUMBERS[person] ?? '',
          userId: person,
          total: 99_950,
          shippingAddress,
        }
        await tx.insert(orders).values({ ...order, contactEmail: owner.email, contactPhone: '9876543210' })
        await tx.insert(orderItems).values({
          tenantId: shop,
          orderNumber: order.number,
          line: 1,
          productId: 'kurta',
          productTitle: canary(shop, person),
          quantity: 1,
          price: 99_950,
        })
        tokens.set(`${shop} ${person}`, await issueToken(tx, shop, person, store.clock.now))
      }
    })
  }

  /** Sends the request and returns the problem of its response, or `undefined`. */
  async function attempt(operation: Operation): Promise<string | undefined> {
    const { shop, tokenOf, call, person, filter } = operation
    const token = tokenOf && tokens.get(`${tokenOf.shop} ${tokenOf.person}`)
    const signedIn = tokenOf?.shop === shop ? tokenOf.person : undefined
    const shippingAddress = { ...ADDRESS, address: canary(shop, signedIn) }
    const [path, body]: [string, unknown?] = {
      products: [`/products${filter}`] as [string],
      product: ['/products/kurta'] as [string],
      subCategories: [`/subCategories${filter}`] as [string],
      suggestions: ['/suggestions?search=canary'] as [string],
      account: ['/accountInfo'] as [string],
      orders: ['/orders'] as [string],
      track: [`/orders/${NUMBERS[person]}?contactInfo=${EMAIL[person]}`] as [string],
      order: ['/orders', { products: { kurta: 1 }, shippingAddress }] as [string, unknown],
      pay: [
        '/payments',
        { orderId: NUMBERS[person], fields: { method: 'card', phone: '+919876543210' } },
      ] as [string, unknown],
      storeInfo: ['/storeInfo'] as [string],
    }[call]
    const { status, body: response } = await store.call(`${shop}.localhost`, path, {
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
    })
    const needsToken = ['account', 'orders', 'order', 'pay'].includes(call)
    if (needsToken && signedIn === undefined)
      return status === 401 ? undefined : `${status} without a token of the shop`
    if (call === 'pay' && signedIn !== person)
      return status === 404 ? undefined : `${status} for another’s order`
    if (status >= 400) return `${status} ${JSON.stringify(response)}`
    const seen = JSON.stringify(response).match(/canary-[\w-]+/g) ?? []
    const own = [canary(shop), canary(shop, call === 'track' ? person : (signedIn ?? ''))]
    const foreign = seen.filter((text) => !own.includes(text))
    if (!JSON.stringify(response).includes(`${shop} store`) && call === 'storeInfo')
      return 'another shop’s record'
    return foreign.length > 0 ? `shows ${foreign.join(', ')}` : undefined
  }

  /** Counts rows that belong to another shop or hold its words. */
  async function foreignRows(): Promise<number> {
    let found = 0
    for (const shop of SHOPS) {
      const rows = await withTenant(store.db, shop, async (tx) => [
        ...(await tx.select().from(products)),
        ...(await tx.select().from(users)),
        ...(await tx.select().from(orders)),
        ...(await tx.select().from(orderItems)),
      ])
      const others = SHOPS.filter((one) => one !== shop)
      found += rows.filter(
        (row) => row.tenantId !== shop || others.some((other) => JSON.stringify(row).includes(canary(other))),
      ).length
    }
    return found
  }

  return { attempt, foreignRows, close: store.close }
}
