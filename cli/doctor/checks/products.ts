import * as z from 'zod/mini'

import { attributeSchema, receivedProductSchema, type ReceivedProduct } from '@tanabana/contract/product.ts'
import { PAGE_SIZE } from '@tanabana/contract/constants.ts'
import { describeValue, issuesOf, property } from '../describe.ts'
import { checkPictures } from '../pictures.ts'
import type { Fault } from '../faults.ts'
import type { CheckRun } from '../check-run.ts'

export const LIST = 'GET /products'

export interface ProductPage {
  /** The raw items. */
  items: unknown[]
  ids: string[]
  total: number | undefined
}

/** Reads one page of products; reports an invalid one and returns `undefined`. */
export async function readPage(
  run: CheckRun,
  query: Record<string, string | number>,
): Promise<ProductPage | undefined> {
  const response = await run.read(
    LIST,
    '/products',
    { query: { page: 1, limit: PAGE_SIZE, ...query } },
    false,
  )
  if (response === undefined) return undefined
  const items = property(response, 'data')
  if (!Array.isArray(items)) {
    run.report('products-not-a-list', LIST, `"data" must be a list but is ${describeValue(items)}.`)
    return undefined
  }
  const ids = items.map((item) => String(property(item, 'id')))
  return { items, ids, total: totalOf(run, response, items.length) }
}

function totalOf(run: CheckRun, response: unknown, items: number): number | undefined {
  const total = property(property(response, 'pagination'), 'total') ?? property(response, 'count')
  if (total == null) {
    run.report('total-missing', LIST, 'Neither "pagination.total" nor "count" gives the number of products.')
    return undefined
  }
  if (typeof total !== 'number' || !Number.isInteger(total) || total < items) {
    const sentence = `The total must be a whole number of at least ${items} but is ${describeValue(total)}.`
    run.report('total-wrong', LIST, sentence)
    return undefined
  }
  return total
}

/**
 * Checks every product of the first page, and the page of the first one. Returns the products that can be ordered.
 * docs/requirements.md#31-product-as-received
 */
export async function checkProducts(
  run: CheckRun,
): Promise<{ page: ProductPage | undefined; products: ReceivedProduct[] }> {
  const page = await readPage(run, {})
  if (!page) return { page, products: [] }
  if (page.items.length === 0)
    run.skipped.push('The shop has no products, so listing and orders were not checked.')
  for (const item of page.items) checkProduct(run, LIST, item)
  await checkPictures(run, LIST, page.items.flatMap(picturesOf))
  const products = page.items.flatMap((item) => z.safeParse(receivedProductSchema, item).data ?? [])
  const [first] = products
  if (first) await checkProductPage(run, first)
  await checkMissing(run)
  return { page, products }
}

const FAULT_OF_FIELD: Record<string, Fault> = {
  id: 'product-id',
  title: 'product-title',
  regularPrice: 'product-price',
  discountedPrice: 'product-price',
  attributes: 'product-attributes',
}

function checkProduct(run: CheckRun, call: string, item: unknown): void {
  const name = `Product ${describeId(item)}`
  for (const { field, says } of issuesOf(receivedProductSchema, item)) {
    run.report(FAULT_OF_FIELD[field] ?? 'product-shape', call, `${name}: ${says}.`)
  }
  const attributes = property(item, 'attributes')
  if (attributes != null) {
    for (const { says } of issuesOf(z.array(attributeSchema), attributes)) {
      run.report('product-attributes', call, `${name}: in "attributes", ${says}.`)
    }
  }
  checkPrices(run, call, item, name)
  const createdAt = property(item, 'createdAt')
  if (typeof createdAt === 'string' && Number.isNaN(Date.parse(createdAt))) {
    run.report('product-date', call, `${name}: "createdAt" is not a date: ${describeValue(createdAt)}.`)
  }
}

function checkPrices(run: CheckRun, call: string, item: unknown, name: string): void {
  const regular = property(item, 'regularPrice')
  const discounted = property(item, 'discountedPrice')
  if (regular == null && discounted == null) {
    run.report('product-price', call, `${name}: it has neither "regularPrice" nor "discountedPrice".`)
  }
  if (typeof regular === 'number' && typeof discounted === 'number' && discounted > regular) {
    run.report(
      'product-discount',
      call,
      `${name}: "discountedPrice" ${discounted} is above "regularPrice" ${regular}.`,
    )
  }
}

async function checkProductPage(run: CheckRun, listed: ReceivedProduct): Promise<void> {
  const call = 'GET /products/{id}'
  const item = await run.read(call, `/products/${encodeURIComponent(listed.id)}`)
  if (item === undefined) return
  checkProduct(run, call, item)
  const shown = z.safeParse(receivedProductSchema, item).data
  if (!shown) return
  for (const field of ['id', 'title', 'regularPrice', 'discountedPrice'] as const) {
    if (shown[field] === listed[field]) continue
    const sentence = `"${field}" is ${describeValue(shown[field])}, in the list it is ${describeValue(listed[field])}.`
    run.report('product-differs', call, sentence)
  }
}

async function checkMissing(run: CheckRun): Promise<void> {
  const call = 'GET /products/{id}'
  for (const id of ['no-such-product', '0', '%F0%9F%A7%B5']) {
    const response = await run.refused(call, `/products/${id}`)
    if (!response) continue
    const sentence = `For the product "${decodeURIComponent(id)}", which does not exist, it returns ${response.status} instead of 404.`
    if (response.status >= 500) run.report('unknown-id-fails', call, sentence)
    else if (response.status < 300) run.report('missing-product-found', call, sentence)
    else if (response.status !== 404) run.report('missing-product-status', call, sentence)
  }
}

function picturesOf(item: unknown): { url: string; of: string }[] {
  const images = property(item, 'images')
  const urls = [
    property(item, 'imgUrl'),
    ...(Array.isArray(images) ? images.map((image) => property(image, 'url')) : []),
  ]
  const texts = urls.filter((url) => typeof url === 'string')
  return [...new Set(texts)].map((url) => ({ url, of: `product ${describeId(item)}` }))
}

function describeId(item: unknown): string {
  const id = property(item, 'id') ?? property(item, 'title')
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 40) : 'without id'
}
