import type { Histogram, Registry } from 'prom-client'

import { isPolicySlug } from '../../lib/shop/policies.ts'
import { splitLanguagePrefix } from '../http/language-choice.ts'

type PageKind = 'home' | 'listing' | 'product' | 'policy' | 'section' | 'other'

interface PageLabels {
  page: PageKind
  /** The state of the page cache. */
  cache: 'hit' | 'stale' | 'miss' | 'bypass'
}

/** A finished call of a store API. */
export interface StoreApiCall {
  host: string
  path: string
  seconds: number
  /** `refused` is a status of 400 to 499, such as for an unknown product. */
  outcome: 'success' | 'refused' | 'failure'
  failure?: unknown
}

interface CallLabels {
  call: string
  outcome: StoreApiCall['outcome']
}

interface VitalLabels {
  page: PageKind
  shop: string
}

export type Latencies = ReturnType<typeof createLatencies>

/** Bounds the series of a storefront with thousands of shops; further ones share the label `other`. */
const SHOPS_MAX = 200
/** Bounds the memory of a storefront whose metrics are never read. */
const WAITING_MAX = 1000
const PAGE_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 4]
const VITAL_BUCKETS = [0.05, 0.1, 0.2, 0.5, 1, 1.8, 2.5, 4, 8]
const SHIFT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5]
const CALLS = new Set(['storeInfo', 'products', 'subCategories', 'suggestions'])

/** Latency histograms of pages and of store API calls. prom-client is loaded with the first reading. */
export function createLatencies() {
  let histograms:
    | {
        pages: Histogram<keyof PageLabels>
        calls: Histogram<keyof CallLabels>
        vitals: Histogram<keyof VitalLabels | 'vital'>
        shifts: Histogram<keyof VitalLabels>
      }
    | undefined
  const namedShops = new Set<string>()
  const waiting: (() => void)[] = []

  function observe(record: () => void): void {
    if (histograms) record()
    else if (waiting.length < WAITING_MAX) waiting.push(record)
  }

  function labelsOf(shop: string, path: string): VitalLabels {
    if (namedShops.size < SHOPS_MAX) namedShops.add(shop)
    return { page: pageKindOf(splitLanguagePrefix(path).url), shop: namedShops.has(shop) ? shop : 'other' }
  }

  return {
    observePage(url: string, cache: PageLabels['cache'], seconds: number): void {
      observe(() => histograms?.pages.observe({ page: pageKindOf(url), cache }, seconds))
    },

    observeCall(path: string, outcome: CallLabels['outcome'], seconds: number): void {
      observe(() => histograms?.calls.observe({ call: callOf(path), outcome }, seconds))
    },

    /** A time that a browser measured on a page of the shop. */
    observeVital(shop: string, path: string, vital: string, seconds: number): void {
      observe(() => histograms?.vitals.observe({ ...labelsOf(shop, path), vital }, seconds))
    },

    /** The score of the layout shifts that a browser saw on a page of the shop. */
    observeShift(shop: string, path: string, score: number): void {
      observe(() => histograms?.shifts.observe({ ...labelsOf(shop, path) }, score))
    },

    register({ Histogram }: typeof import('prom-client'), registry: Registry): void {
      const registers = [registry]
      histograms = {
        pages: new Histogram({
          name: 'storefront_page_duration_seconds',
          help: 'Time from a request to the start of its page, by kind of page and state of the page cache',
          labelNames: ['page', 'cache'],
          buckets: PAGE_BUCKETS,
          registers,
        }),
        calls: new Histogram({
          name: 'storefront_upstream_duration_seconds',
          help: 'Time of a store API call, by call and outcome',
          labelNames: ['call', 'outcome'],
          buckets: CALL_BUCKETS,
          registers,
        }),
        vitals: new Histogram({
          name: 'storefront_web_vital_seconds',
          help: 'Times of pages in browsers of shoppers who agreed, by vital, kind of page and shop',
          labelNames: ['vital', 'page', 'shop'],
          buckets: VITAL_BUCKETS,
          registers,
        }),
        shifts: new Histogram({
          name: 'storefront_web_layout_shift',
          help: 'Layout shifts (CLS) in browsers of shoppers who agreed, by kind of page and shop',
          labelNames: ['page', 'shop'],
          buckets: SHIFT_BUCKETS,
          registers,
        }),
      }
      for (const record of waiting.splice(0)) record()
    },
  }
}

/** Returns one of a few kinds for any address, invented ones included. */
export function pageKindOf(url: string): PageKind {
  const [, folder = '', below] = /^\/([^/?#]*)(\/[^?#]+)?/.exec(url) ?? []
  if (folder === '') return 'home'
  if (folder === 'fragments') return 'section'
  if (folder === 'product' && below) return 'product'
  if (below) return 'other'
  if (folder === 'products') return 'listing'
  return isPolicySlug(folder) ? 'policy' : 'other'
}

/** Returns the name of a call to the store API, by its path. */
export function callOf(path: string): string {
  const [, name = '', id] = path.split('/')
  if (!CALLS.has(name)) return 'other'
  return id === undefined ? name : `${name}/{id}`
}
