import { VIEWED_KEY } from '../constants.ts'
import { readStored } from './stored.ts'

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
  keep([{ id, name, image }, ...others(id)].slice(0, VIEWED_MAX))
}

export function forgetViewed(id: string): void {
  keep(others(id))
}

export function forgetAllViewed(): void {
  keep([])
}

function others(id: string): ViewedProduct[] {
  return readViewed().filter((product) => product.id !== id)
}

function keep(products: ViewedProduct[]): void {
  try {
    localStorage.setItem(VIEWED_KEY, JSON.stringify(products))
  } catch {
    // A browser without storage remembers nothing.
  }
}

function isViewedProduct(value: unknown): value is ViewedProduct {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, image }: Partial<Record<keyof ViewedProduct, unknown>> = value
  return typeof id === 'string' && id !== '' && typeof name === 'string' && typeof image === 'string'
}
