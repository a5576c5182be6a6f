import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { root } from '../../scripts/processes/dev-processes.ts'

/** A store API with prepared responses from memory, the same on every host; it counts its calls. */
export interface MemoryStore {
  port: number
  /** Requested paths below `/api/v1`, with their queries; the measuring code resets it. */
  calls: string[]
  /** Delay of each response. */
  delayMs: number
  /** Requests get no response. */
  isSilent: boolean
  rename(id: string, title: string): void
  /** Closes the port, so that later connections are refused. */
  stop(): Promise<void>
}

const PICTURES = join(root, 'demo/tanabana/pictures')
const PRODUCTS = 240
const CATEGORIES = ['Kurtas', 'Sarees', 'Shirts', 'Dresses', 'Men', 'Women', 'Footwear', 'Accessories']
const COLOURS = ['Indigo', 'Madder', 'Sage', 'Ivory', 'Turmeric', 'Charcoal', 'Rose', 'Teal']
const GARMENTS = [
  'Handloom Cotton Kurta',
  'Chanderi Buti Saree',
  'Linen Band-Collar Shirt',
  'Block-Print Dress',
]

/** Pictures of the demo shop: realistic fabrics, some hundred products. */
const pictures = readdirSync(PICTURES).filter((name) => name.endsWith('-front.webp'))

const storeInfo = {
  storeName: 'Bench Store',
  companyName: 'Bench Clothing Private Limited',
  companyAddress: '12 Weavers Lane, Jaipur 302001',
  companyEmail: 'care@bench.example',
  companyPhone: '+91 98000 00000',
  description:
    'Clothes that are woven, dyed and sewn by hand in small runs: kurtas, sarees, shirts and dresses.',
  categories: CATEGORIES,
}

const products = Array.from({ length: PRODUCTS }, (_, index) => ({
  id: `p${index + 1}`,
  title: `${COLOURS[index % COLOURS.length]} ${GARMENTS[index % GARMENTS.length]} ${index + 1}`,
  description: `<p>Cloth number ${index + 1}, starched lightly so that pleats stay where they are put, and softer with every wash.</p><ul><li>Sewn by hand</li><li>Dyed in small lots</li></ul>`,
  imgUrl: `/media/cloth-${index + 1}.webp`,
  category: CATEGORIES[index % CATEGORIES.length],
  parentCategory: index % 2 === 0 ? 'Cotton' : 'Silk',
  regularPrice: 1290 + index * 10,
  discountedPrice: index % 3 === 0 ? 990 + index * 10 : null,
  createdAt: '2026-01-15T10:00:00.000Z',
  images: [{ url: `/media/cloth-${index + 1}.webp` }, { url: `/media/cloth-${index + 1}-back.webp` }],
  attributes: [
    { id: '1', key: 'Size', value: ['S', 'M', 'L', 'XL'] },
    { id: '2', key: 'Color', value: [COLOURS[index % COLOURS.length], 'Ivory'] },
    { id: '3', key: 'Material', value: ['Handloom cotton'] },
    { id: '4', key: 'Care', value: ['Gentle machine wash, dry in shade'] },
    { id: '5', key: 'Country of Origin', value: ['India'] },
  ],
}))

export async function startMemoryStore(): Promise<MemoryStore> {
  const titles = new Map<string, string>()
  const prepared = new Map<string, Buffer>()
  const server = createServer((request, response) => void sendPrepared(request, response))
  await new Promise<void>((resolve) => server.listen(0, resolve))

  async function sendPrepared({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = url.replace(/^\/api\/v1/, '')
    store.calls.push(path)
    if (store.isSilent) return
    if (path.startsWith('/media/')) {
      const picture = pictures[Number(/\d+/.exec(path)?.[0] ?? 0) % pictures.length] ?? ''
      response.writeHead(200, { 'content-type': 'image/webp' }).end(readFileSync(join(PICTURES, picture)))
      return
    }
    // Uses the data at the time of the request, even when they change meanwhile.
    const body = preparedFor(path)
    if (store.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, store.delayMs))
    const status = body === undefined ? 404 : 200
    response.writeHead(status, { 'content-type': 'application/json' }).end(body ?? '{"error":"Not here."}')
  }

  function preparedFor(path: string): Buffer | undefined {
    const mark = path.indexOf('?')
    const query = new URLSearchParams(mark === -1 ? '' : path.slice(mark))
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 12)]
    const key = path.startsWith('/products?') ? `/products?${page}&${limit}` : path
    const stored = prepared.get(key)
    if (stored) return stored
    const value = bodyOf(key, page, limit)
    const body = value === undefined ? undefined : Buffer.from(JSON.stringify(value))
    if (body) prepared.set(key, body)
    return body
  }

  function bodyOf(key: string, page: number, limit: number): unknown {
    if (key === '/storeInfo') return storeInfo
    const current = products.map((product) => ({
      ...product,
      title: titles.get(product.id) ?? product.title,
    }))
    if (key.startsWith('/products?')) {
      const data = current.slice((page - 1) * limit, page * limit)
      return { data, pagination: { total: PRODUCTS, page, limit, totalPages: Math.ceil(PRODUCTS / limit) } }
    }
    return current.find(({ id }) => key === `/products/${id}`)
  }

  const store: MemoryStore = {
    port: (server.address() as AddressInfo).port,
    calls: [],
    delayMs: 0,
    isSilent: false,
    rename(id, title) {
      titles.set(id, title)
      prepared.clear()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return store
}
