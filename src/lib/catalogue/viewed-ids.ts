import { VIEWED_KEY } from '@tanabana/contract/constants.ts'
import { parseList, toRecord } from '../platform/parse-stored.ts'
import { readStored } from '../platform/storage.ts'

/** Returns the ids of the viewed products, unchecked: enough to know whether there are some to show (viewed-products.ts). */
export function viewedIds(): unknown[] {
  return parseList(readStored(VIEWED_KEY)).map((product) => toRecord(product).id)
}
