import { request } from 'undici'

import { openOtherShop } from '../other-shop.ts'
import { shops } from '../fixtures.ts'

/** A product as a store API sends it, in either reading. */
interface SentProduct {
  id: string
  title: string
  category: string
  parentCategory: string | null
  regularPrice: number
  discountedPrice?: number | null
  attributes: { key: string; value: string[] }[]
}

export interface ApiVariant {
  name: string
  /** A category that has products and sub-categories. */
  category: string
  open(): Shop
}

export interface Shop {
  origin: string
  apiOrigin: string
}

const [demo] = shops

/** The same pages on two store APIs: ours, and an independent one that answers the other readings of docs/requirements.md#104-two-readings-of-responses */
export const apiVariants: ApiVariant[] = [
  { name: 'on the reference API', category: 'Sarees', open: () => demo },
  { name: 'on an independent API', category: 'Shirts', open: openOtherShop },
]

/** What the shop's API itself says, by reading both shapes: tests compare the page with it. */
export async function storeRecord({ apiOrigin }: Shop) {
  const response = JSON.parse((await get(`${apiOrigin}/api/v1/storeInfo`)).text)
  return (response.data ?? response) as Record<string, string> & { categories: string[] }
}

export async function sentProducts({ apiOrigin }: Shop, query = '') {
  const received = JSON.parse((await get(`${apiOrigin}/api/v1/products?page=1&limit=12${query}`)).text)
  return {
    products: received.data as SentProduct[],
    total: Number(received.pagination?.total ?? received.count),
  }
}

/** What the listing asks its API for. docs/requirements.md#73-listing-parameters */
export function categoryFilter(category: string): string {
  const name = category.toLowerCase()
  if (name === 'men' || name === 'women') return `&gender=${name === 'men' ? 'Men' : 'Women'}`
  if (name === 'accessories') return '&filter=Accessories,Personal%20Care,Home,null,Unisex'
  return `&category=${encodeURIComponent(name)}`
}

/** Rupees as en-IN writes them, by the browser's own rules. */
export function rupees(amount: number): string {
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  }).format(amount)
}

/** One answer over HTTP, redirects not followed. Node does not know that every `*.localhost` is this machine. */
export async function get(address: string) {
  const { host, port, pathname, search } = new URL(address)
  const apiResponse = await request(`http://127.0.0.1:${port}${pathname}${search}`, { headers: { host } })
  return { status: apiResponse.statusCode, headers: apiResponse.headers, text: await apiResponse.body.text() }
}
