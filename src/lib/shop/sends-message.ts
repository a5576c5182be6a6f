import type { StoreInfo } from '@tanabana/contract/store-info.ts'

/**
 * The `data-sends` of a form that only a store with the capability sends: `yes`, `unknown` for a page without store info,
 * whose script asks for it, or `undefined`.
 */
export function sendsMessage(
  store: Pick<StoreInfo, 'capabilities'> | undefined,
  word: 'contact' | 'newsletter',
): 'yes' | 'unknown' | undefined {
  if (!store) return 'unknown'
  return store.capabilities.includes(word) ? 'yes' : undefined
}
