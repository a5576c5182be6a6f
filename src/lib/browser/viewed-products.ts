import { VIEWED_KEY } from '../constants.ts'
import { keepStored, readStored } from './stored.ts'

/** What is kept of a product that was looked at; no price, which would grow old. */
export interface ViewedProduct {
  id: string
  name: string
  image: string
}

const VIEWED_MAX = 12

/** The products that were looked at in this browser, the last first. They never leave it but to be asked for. */
export function readViewed(): ViewedProduct[] {
  try {
    const stored: unknown = JSON.parse(readStored(VIEWED_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isViewedProduct).slice(0, VIEWED_MAX) : []
  } catch {
    return []
  }
}

export function rememberViewed({ id, name, image }: ViewedProduct): void {
  keepStored(VIEWED_KEY, [{ id, name, image }, ...others(id)].slice(0, VIEWED_MAX))
}

export function forgetViewed(id: string): void {
  keepStored(VIEWED_KEY, others(id))
}

export function forgetAllViewed(): void {
  keepStored(VIEWED_KEY, undefined)
}

function others(id: string): ViewedProduct[] {
  return readViewed().filter((product) => product.id !== id)
}

function isViewedProduct(value: unknown): value is ViewedProduct {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, image }: Partial<Record<keyof ViewedProduct, unknown>> = value
  return typeof id === 'string' && id !== '' && typeof name === 'string' && typeof image === 'string'
}
