import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'

import { readStored, writeStored } from './storage.ts'

/** Storage engine of nanostores that does not throw when storage is full. */
const storage = new Proxy<Record<string, string>>(
  {},
  {
    has: (_, key) => readStored(String(key)) !== null,
    get: (_, key) => readStored(String(key)) ?? undefined,
    set(_, key, text: string) {
      writeStored(String(key), text)
      return true
    },
    deleteProperty(_, key) {
      writeStored(String(key), null)
      return true
    },
  },
)

if (typeof window !== 'undefined') setPersistentEngine(storage, windowPersistentEvents)

/**
 * Creates a list that is saved under `key` and follows other tabs. Setting it never throws; `isSaved` tells whether it
 * was saved.
 */
export function savedList<T>(key: string, empty: T[], decode: (stored: string) => T[]): WritableAtom<T[]> {
  return persistentAtom<T[]>(key, empty, { decode, encode: JSON.stringify })
}
