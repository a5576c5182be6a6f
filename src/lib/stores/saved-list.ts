import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'

import { readStored, writeStored } from '../browser/stored.ts'

/** Storage as the store wants it, an object, with what is done where storage is full. */
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

/** A list that is saved under `key` and follows other tabs. Setting it never throws; `isSaved` says whether it will last. */
export function savedList<T>(key: string, empty: T[], decode: (stored: string) => T[]): WritableAtom<T[]> {
  return persistentAtom<T[]>(key, empty, { decode, encode: JSON.stringify })
}
