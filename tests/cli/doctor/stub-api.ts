import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createServer } from '../../../api/http/server.ts'
import { withTenant } from '../../../api/db/index.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { createUser, findCredentials } from '../../../api/modules/users/accounts.ts'
import { issueToken } from '../../../api/modules/users/tokens.ts'
import { ASHA, openStore, product, serve, type Store } from '../../kit/api/store.ts'

/** A call as the planted fault sees it, with the reference API's own response. */
export interface Exchange {
  /** Such as `GET /products`, ids written as `{id}`. */
  call: string
  url: URL
  headers: Headers
  body: unknown
  original: Response
}

/** Returns another response in place of the API's; `undefined` keeps it. */
export type Plant = (exchange: Exchange) => Response | undefined | Promise<Response | undefined>

const CATALOGUE = ['kurta', 'saree', 'lehenga', 'top', 'shirt'].map((key, at) =>
  product(key, {
    category: ['Kurtas', 'Sarees'][at % 2] ?? '',
    parentCategory: ['Ethnic', 'Western'][at % 2] ?? '',
    gender: at % 2 === 0 ? 'Women' : 'Men',
    regularPrice: 1000 + at,
  }),
)
/** Without sizes, so that other orders need no variant. */
const COUNTED = product('counted', {
  category: 'Sarees',
  gender: 'Women',
  imgUrl: '/media/saree.webp',
  images: [{ url: '/media/saree.webp' }],
  attributes: [],
  options: [{ name: 'Length', values: ['5.5 m', '6.3 m'] }],
  variants: [
    { options: { Length: '5.5 m' }, regularPrice: 1500, sku: 'S-5', stock: 2, images: [] },
    { options: { Length: '6.3 m' }, regularPrice: 1600, sku: 'S-6', images: [] },
  ],
})
const RECORD = {
  ...ASHA.record,
  companyName: 'Asha Textiles Private Limited',
  companyLogoUrl: '/media/kurta.webp',
  categoryImages: { default: '/media/top.webp' },
  shippingPolicy: { handlingDays: { min: 1, max: 2 }, transitDays: { min: 3, max: 5 } },
}

/** The reference API on a port of its own, which answers as it is or with one fault planted. */
export async function openStubApi(
  capabilities = ASHA.record.capabilities,
  { hashesPasswords = false }: { hashesPasswords?: boolean } = {},
) {
  const store = await openStore([...CATALOGUE, COUNTED])
  await putTenant(store.db, {
    ...ASHA,
    record: { ...RECORD, ...(capabilities && { capabilities }) },
    payee: { ...ASHA.payee, confirmsWithinHours: 24 },
  })
  const { app } = serve(store.db, { dataDir: folderOfPictures() })
  const guests = new Map<string, Promise<Response>>()
  const accounts = new Map<string, string>()
  let plant: Plant | undefined

  /** Answers to guests do not change here, so that each is worked out once. */
  async function send(request: Request, url: URL): Promise<Response> {
    const { method, headers } = request
    if (!['GET', 'OPTIONS'].includes(method) || headers.get('authorization')) return app.fetch(request)
    const key = JSON.stringify([
      method,
      url.pathname + url.search,
      headers.get('origin'),
      headers.get('cookie'),
    ])
    const known = guests.get(key) ?? Promise.resolve(app.fetch(request))
    // Guests track orders, and an order exists only after it is placed; its owner ends its payment link.
    if (!/\/(?:orders|payment-links)\//.test(url.pathname)) guests.set(key, known)
    return (await known).clone()
  }

  const front = {
    async fetch(request: Request) {
      const url = new URL(request.url)
      const path = url.pathname.replace(/^\/api\/v1/, '')
      const call = `${request.method} ${path.replace(/^\/(products|orders)\/.+/, '/$1/{id}')}`
      const text = request.method === 'POST' ? await request.clone().text() : ''
      const body: unknown = text ? JSON.parse(text) : undefined
      const original =
        plant && !hashesPasswords
          ? ((await withoutHashing(store, accounts, call, body)) ?? (await send(request, url)))
          : await app.fetch(request)
      return (await plant?.({ call, url, headers: request.headers, body, original })) ?? original
    },
  }
  const server = createServer(front)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    plant(next: Plant | undefined) {
      plant = next
    },
    async close() {
      await new Promise((done) => server.close(done))
      await store.close()
    },
  }
}

function folderOfPictures(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tanabana-doctor-'))
  mkdirSync(join(folder, 'media', 'asha'), { recursive: true })
  for (const { key } of CATALOGUE) writeFileSync(join(folder, 'media', 'asha', `${key}.webp`), 'RIFF')
  return folder
}

/** Registration and sign-in of the same database, without the cost of hashing a password each time. */
async function withoutHashing(
  { db, clock }: Store,
  accounts: Map<string, string>,
  call: string,
  body: unknown,
): Promise<Response | undefined> {
  const { email, password } = (body ?? {}) as { email: string; password: string }
  if (call === 'POST /users/register') {
    accounts.set(email, password)
    const person = { email, passwordHash: '', firstName: 'Doctor', lastName: 'Check', createdAt: clock.now }
    await withTenant(db, ASHA.id, (tx) => createUser(tx, ASHA.id, person))
    return Response.json({ success: true }, { status: 201 })
  }
  if (call !== 'POST /users/authorize') return undefined
  if (accounts.get(email) !== password)
    return Response.json({ error: 'Email or password is incorrect.' }, { status: 401 })
  const token = await withTenant(db, ASHA.id, async (tx) => {
    const account = await findCredentials(tx, ASHA.id, email)
    return issueToken(tx, ASHA.id, account?.id ?? '', new Date())
  })
  return Response.json({ token })
}
