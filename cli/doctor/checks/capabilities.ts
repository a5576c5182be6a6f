import * as z from 'zod/mini'

import { plainKey } from '@tanabana/contract/attribute-names.ts'
import { LISTING_PARAMETERS } from '@tanabana/contract/listing-parameters.ts'
import { capabilitySchema, LANGUAGE_CODES, type Capability } from '@tanabana/contract/store-info.ts'
import { COUNTRY_KEYS, receivedProductSchema, receivedSuggestionsSchema } from '@tanabana/contract/product.ts'
import { receivedPincodeSchema } from '@tanabana/contract/delivery.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import { property } from '../describe.ts'
import type { CheckRun } from '../check-run.ts'
import type { AccountCapabilities } from './account-calls.ts'
import { explainsUnknownCode } from './offers.ts'
import type { OrderCapabilities } from './orders.ts'
import type { PaymentCapabilities } from './payment-capabilities.ts'
import { quotesOrders } from './quotes.ts'
import { LIST, readPage, type ProductPage } from './products.ts'

export interface CapabilityReport {
  word: Capability
  claimed: boolean
  /** `undefined` when it was not checked. */
  works: boolean | undefined
}

/** Capabilities that only orders show. */
export interface ShoppingCapabilities extends OrderCapabilities {
  payments: PaymentCapabilities | undefined
  variants: boolean | undefined
  stock: boolean | undefined
  offers: boolean | undefined
  /** Whether refusals carry quotes. */
  quotes: boolean | undefined
  phoneCheck: boolean | undefined
  accounts: AccountCapabilities
}

/** The facet of each parameter of `attribute-facets`. docs/requirements.md#1117-attribute-facets */
const ATTRIBUTE_FACETS = LISTING_PARAMETERS.flatMap((row) =>
  'capability' in row && row.capability === 'attribute-facets'
    ? [[row.field === 'discount' ? 'discounts' : row.field, row.name] as const]
    : [],
)

const NOTHING = 'zzzznothingiscalledthat'
/** In the form of a token that ends in the year 2100. */
const UNSIGNED_TOKEN = `1vuhmo0.${'A'.repeat(43)}`

/** Checks which capabilities beyond the contract work. docs/requirements.md#11-capabilities */
export async function checkCapabilities(
  run: CheckRun,
  claimed: Capability[],
  whole: ProductPage | undefined,
  shopping: ShoppingCapabilities | undefined,
): Promise<CapabilityReport[]> {
  const tried: Record<Capability, boolean | undefined> = {
    'order-lines': shopping?.lines,
    'idempotency-key': shopping?.idempotency,
    'expected-total': shopping?.expectedTotal,
    'sub-categories': await listsSubCategories(run),
    search: whole && (await searches(run, whole)),
    suggestions: whole && (await suggests(run, whole)),
    sort: whole && (await sorts(run, whole)),
    'country-sort': whole && (await sortsByCountry(run, whole)),
    facets: whole && (await filters(run, whole)),
    'attribute-facets': whole && (await filtersAttributes(run, whole)),
    translations: whole && (await translates(run, whole)),
    // The storefront builds feeds from the plain listing.
    feeds: undefined,
    attribution: shopping?.attribution,
    variants: whole && (shopping?.variants === false ? false : hasValidVariants(whole)),
    stock: shopping?.stock,
    'payment-state': shopping?.payments?.state,
    'payment-links': shopping?.payments?.links,
    'cash-on-delivery': shopping?.payments?.cash,
    shipment: shopping?.shipment,
    cancellation: shopping?.cancellation,
    returns: shopping?.returns,
    invoice: shopping?.invoice,
    pincodes: claimed.includes('pincodes') ? await knowsPincodes(run) : undefined,
    addresses: shopping?.addresses,
    quotes: claimed.includes('quotes') ? await quotes(run, whole, shopping) : undefined,
    offers:
      claimed.includes('offers') && whole
        ? shopping?.offers !== false && (await explainsUnknownCode(run, whole))
        : undefined,
    'phone-check': shopping?.phoneCheck,
    'password-reset': shopping?.accounts['password-reset'],
    'account-settings': shopping?.accounts['account-settings'],
    'email-change': shopping?.accounts['email-change'],
    'account-data': shopping?.accounts['account-data'],
    contact: shopping?.accounts.contact,
    newsletter: shopping?.accounts.newsletter,
    preview: claimed.includes('preview') ? await refusesUnknownPreview(run) : undefined,
    'tax-invoice': shopping?.taxInvoice,
    'refund-details': claimed.includes('refund-details') ? await refusesUnknownRefund(run) : undefined,
    'cash-confirmation': claimed.includes('cash-confirmation')
      ? await refusesUnknownConfirmation(run)
      : undefined,
  }
  return capabilitySchema.options.map((word) => {
    const report = { word, claimed: claimed.includes(word), works: tried[word] }
    if (report.claimed && report.works === false) {
      run.report('capability-broken', 'GET /storeInfo', `It claims "${word}", which does not work.`)
    }
    return report
  })
}

/** A draft must not be shown for a token that the API never signed. */
async function refusesUnknownPreview(run: CheckRun): Promise<boolean> {
  const response = await run.request('GET /previews/{token}', `/previews/${UNSIGNED_TOKEN}`)
  return response?.status === 404
}

/** A refund must neither be shown nor sent elsewhere for a token that the API never made. */
async function refusesUnknownRefund(run: CheckRun): Promise<boolean> {
  const path = `/refund-links/${'A'.repeat(43)}`
  const read = await run.request('GET /refund-links/{token}', path)
  const given = await run.request('POST /refund-links/{token}', path, { body: { upiId: 'asha@okbank' } })
  return read?.status === 404 && given?.status === 404
}

/** An order must neither be shown, confirmed nor cancelled by a token that the API never made. */
async function refusesUnknownConfirmation(run: CheckRun): Promise<boolean> {
  const call = '/confirmation-links/{token}'
  const path = `/confirmation-links/${'A'.repeat(43)}`
  const read = await run.request(`GET ${call}`, path)
  const decided = await run.request(`POST ${call}`, path, { body: { decision: 'confirm' } })
  return read?.status === 404 && decided?.status === 404
}

async function listsSubCategories(run: CheckRun): Promise<boolean> {
  const response = await run.request('GET /subCategories', '/subCategories')
  const names = property(response?.json, 'data')
  return response?.status === 200 && Array.isArray(names) && names.every((name) => typeof name === 'string')
}

async function quotes(
  run: CheckRun,
  whole: ProductPage | undefined,
  shopping: ShoppingCapabilities | undefined,
): Promise<boolean | undefined> {
  const products = whole?.items.flatMap((item) => z.safeParse(receivedProductSchema, item).data ?? []) ?? []
  const isRight = await quotesOrders(run, products)
  return isRight === false ? false : (shopping?.quotes ?? isRight)
}

/** Asks for a code of India and for one that it does not have. */
async function knowsPincodes(run: CheckRun): Promise<boolean> {
  for (const code of ['110001', '999999']) {
    const response = await run.request('GET /pincodes/{code}', `/pincodes/${code}`)
    const read = z.safeParse(wrappedOrBare(receivedPincodeSchema), response?.json)
    const claim = property(property(response?.json, 'data') ?? response?.json, 'serviceable')
    const isKnown =
      response?.status === 200 && read.success && ['boolean', 'undefined'].includes(typeof claim)
    // Unknown codes may have no response of their own.
    if (!isKnown && !(response?.status === 404 && code === '999999')) return false
  }
  return true
}

async function searches(run: CheckRun, whole: ProductPage): Promise<boolean | undefined> {
  const title = property(whole.items[0], 'title')
  if (typeof title !== 'string') return undefined
  const none = await readPage(run, { search: NOTHING })
  if (!none || none.items.length > 0) return false
  const some = await readPage(run, { search: title })
  return some !== undefined && some.items.length > 0
}

async function suggests(run: CheckRun, whole: ProductPage): Promise<boolean | undefined> {
  const title = property(whole.items[0], 'title')
  if (typeof title !== 'string') return undefined
  const response = await run.request('GET /suggestions', `/suggestions?search=${encodeURIComponent(title)}`)
  const read = z.safeParse(wrappedOrBare(receivedSuggestionsSchema), response?.json)
  return response?.status === 200 && read.success && read.data.products.length > 0
}

async function sorts(run: CheckRun, whole: ProductPage): Promise<boolean | undefined> {
  const prices = whole.items.map(priceOf)
  if (new Set(prices).size < 2) return undefined
  const up = (await readPage(run, { sort: 'price-asc' }))?.items.map(priceOf) ?? []
  const down = (await readPage(run, { sort: 'price-desc' }))?.items.map(priceOf) ?? []
  return isRising(up) && isRising(down.toReversed())
}

/** Sold-out products may follow in an order of their own. */
async function sortsByCountry(run: CheckRun, whole: ProductPage): Promise<boolean | undefined> {
  if (new Set(whole.items.flatMap(countryOf)).size < 2) return undefined
  const countries = (await readPage(run, { sort: 'country' }))?.items.flatMap(countryOf) ?? []
  const falls = countries.filter((country, at) => at > 0 && country < (countries[at - 1] ?? ''))
  return countries.length > 0 && falls.length <= 1
}

/** Whether a language leaves the products as they are but for their texts; `undefined` where no text differs. */
async function translates(run: CheckRun, whole: ProductPage): Promise<boolean | undefined> {
  const textsOf = (item: unknown) => [property(item, 'title'), property(item, 'description')].join('\n')
  let isTranslated = false
  for (const language of LANGUAGE_CODES) {
    const page = await readPage(run, { language })
    if (page?.ids.join('\n') !== whole.ids.join('\n')) return false
    isTranslated ||= page.items.some((item, at) => textsOf(item) !== textsOf(whole.items[at]))
  }
  return isTranslated ? true : undefined
}

async function filters(run: CheckRun, whole: ProductPage): Promise<boolean | undefined> {
  if (whole.items.length === 0) return undefined
  const size = await readPage(run, { size: NOTHING })
  const color = await readPage(run, { color: NOTHING })
  const price = await readPage(run, { minPrice: 99_999_999 })
  return [size, color, price].every((page) => page?.items.length === 0)
}

/** Whether every list is there, and its first value finds as many products as the list counts. */
async function filtersAttributes(run: CheckRun, whole: ProductPage): Promise<boolean | undefined> {
  if (whole.items.length === 0) return undefined
  const response = await run.read(LIST, '/products', { query: { facets: 'true' } }, false)
  const facets = property(response, 'facets')
  for (const [name, parameter] of ATTRIBUTE_FACETS) {
    const values = property(facets, name)
    if (!Array.isArray(values)) return false
    const first: unknown = values[0]
    const value = property(first, 'value')
    if (first !== undefined && typeof value !== 'string') return false
    if (typeof value === 'string' && !(await finds(run, parameter, value, property(first, 'count'))))
      return false
  }
  const none = await Promise.all(
    ['colorFamily', 'fabric', 'occasion', 'country'].map((parameter) =>
      readPage(run, { [parameter]: NOTHING }),
    ),
  )
  return none.every((page) => page?.items.length === 0)
}

async function finds(run: CheckRun, parameter: string, value: string, count: unknown): Promise<boolean> {
  return (await readPage(run, { [parameter]: value }))?.total === count
}

/** Each combination once, of values that its product's options have; `undefined` when no product has variants. */
function hasValidVariants(whole: ProductPage): boolean | undefined {
  const products = whole.items
    .flatMap((item) => z.safeParse(receivedProductSchema, item).data ?? [])
    .filter(({ variants }) => variants.length > 0)
  if (products.length === 0) return undefined
  return products.every(({ options, variants }) => {
    const combinations = variants.map((variant) =>
      JSON.stringify(options.map(({ name }) => variant.options[name])),
    )
    const isComplete = variants.every(
      (variant) =>
        Object.keys(variant.options).length === options.length &&
        options.every(({ name, values }) => values.includes(variant.options[name] ?? '')),
    )
    const ids = new Set(variants.map(({ id }) => id))
    return isComplete && ids.size === variants.length && new Set(combinations).size === combinations.length
  })
}

/** The country of origin in lower case; none for a product without one. */
function countryOf(item: unknown): string[] {
  const attributes = z.safeParse(receivedProductSchema, item).data?.attributes ?? []
  const [country] = attributes.find(({ key }) => COUNTRY_KEYS.includes(plainKey(key)))?.value ?? []
  return country ? [country.toLowerCase()] : []
}

function priceOf(item: unknown): number {
  return Number(property(item, 'discountedPrice') ?? property(item, 'regularPrice'))
}

function isRising(prices: number[]): boolean {
  return prices.length > 0 && prices.every((price, at) => at === 0 || price >= (prices[at - 1] ?? 0))
}
