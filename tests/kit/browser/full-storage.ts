import { vi } from 'vitest'

type Place = 'localStorage' | 'sessionStorage'

/**
 * Makes these storages full, as in a browser: writes that would enlarge them throw a `QuotaExceededError`, and removed
 * entries free their space. `vi.unstubAllGlobals` undoes it.
 */
export function fillStorage(...places: Place[]): void {
  for (const place of places) {
    const real = window[place]
    const limit = sizeOf(real)
    limitStorage(place, (key, value) => {
      const before = real.getItem(key)
      const grown = before === null ? key.length + value.length : value.length - before.length
      return grown <= 0 || sizeOf(real) + grown <= limit
    })
  }
}

/** Limits the storage to writes that `takes` allows. */
export function limitStorage(place: Place, takes: (key: string, value: string) => boolean): void {
  const real = window[place]
  const setItem = (key: string, value: string) => {
    if (!takes(key, value)) throw new DOMException('full', 'QuotaExceededError')
    real.setItem(key, value)
  }
  const limited = new Proxy(real, {
    get(target, name) {
      if (name === 'setItem') return setItem
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  vi.stubGlobal(place, limited)
}

function sizeOf(storage: Storage): number {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').reduce(
    (size, key) => size + key.length + (storage.getItem(key) ?? '').length,
    0,
  )
}
