import { VIEWED_KEY, VIEWED_MAX } from '../constants.ts'
import { parseList } from '../domain/parse-list.ts'
import { toRecord } from '../domain/parse-record.ts'
import { keepStored, readStored } from './stored.ts'
import type { ViewedProduct } from './viewed-products.ts'

/** Puts a product at the top of the viewed products. `readViewed` validates the others. */
export function rememberViewed({ id, name, image }: ViewedProduct): void {
  const others = parseList(readStored(VIEWED_KEY)).filter((other) => toRecord(other).id !== id)
  keepStored(VIEWED_KEY, [{ id, name, image }, ...others].slice(0, VIEWED_MAX))
}
