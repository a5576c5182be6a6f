import { VIEWED_KEY, VIEWED_MAX } from '../constants.ts'
import { parseList } from '../domain/parse-list.ts'
import { keepStored, readStored } from './stored.ts'

/** What is kept of a product that was looked at; no price, which would grow old. */
export interface ViewedProduct {
  id: string
  name: string
  image: string
}

/** The products that were looked at in this browser, the last first. They never leave it but to be asked for. */
export function readViewed(): ViewedProduct[] {
  return parseList(readStored(VIEWED_KEY)).filter(isViewedProduct).slice(0, VIEWED_MAX)
}

export function forgetViewed(id: string): void {
  keepStored(
    VIEWED_KEY,
    readViewed().filter((product) => product.id !== id),
  )
}

export function forgetAllViewed(): void {
  keepStored(VIEWED_KEY, undefined)
}

function isViewedProduct(value: unknown): value is ViewedProduct {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, image }: Partial<Record<keyof ViewedProduct, unknown>> = value
  return typeof id === 'string' && id !== '' && typeof name === 'string' && typeof image === 'string'
}
