import { VIEWED_KEY, VIEWED_MAX } from '@tanabana/contract/constants.ts'
import { parseList, toRecord } from '../platform/parse-stored.ts'
import { readStored, saveStored } from '../platform/storage.ts'

/** A viewed product. It has no price, which would become outdated. */
export interface ViewedProduct {
  id: string
  name: string
  image: string
}

/** Returns the products viewed in this browser, newest first. Only requests for their cards send the ids. */
export function readViewed(): ViewedProduct[] {
  return parseList(readStored(VIEWED_KEY)).filter(isViewedProduct).slice(0, VIEWED_MAX)
}

/** Puts a product at the top of the viewed products. `readViewed` validates the others. */
export function rememberViewed({ id, name, image }: ViewedProduct): void {
  const others = parseList(readStored(VIEWED_KEY)).filter((other) => toRecord(other).id !== id)
  saveStored(VIEWED_KEY, [{ id, name, image }, ...others].slice(0, VIEWED_MAX))
}

export function forgetViewed(id: string): void {
  saveStored(
    VIEWED_KEY,
    readViewed().filter((product) => product.id !== id),
  )
}

export function forgetAllViewed(): void {
  saveStored(VIEWED_KEY, undefined)
}

function isViewedProduct(value: unknown): value is ViewedProduct {
  const { id, name, image }: Partial<Record<keyof ViewedProduct, unknown>> = toRecord(value)
  return typeof id === 'string' && id !== '' && typeof name === 'string' && typeof image === 'string'
}
