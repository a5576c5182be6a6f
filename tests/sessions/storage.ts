export interface StorageChange {
  key: string
  oldValue: string | null
  newValue: string | null
}

/**
 * A `Storage`, by methods and by property, that tells each change. While `isFull` it takes nothing that is longer than
 * what it holds.
 */
export class PageStorage {
  isFull = false
  readonly items = new Map<string, string>()
  readonly #onChange: (change: StorageChange, source: unknown) => void

  constructor(onChange: PageStorage['tell'] = () => undefined) {
    this.#onChange = onChange
  }

  tell(change: StorageChange, source: unknown): void {
    this.#onChange(change, source)
  }

  set(key: string, value: string, source: unknown): void {
    const oldValue = this.items.get(key) ?? null
    if (this.isFull && value.length > (oldValue?.length ?? 0)) {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
    this.items.set(key, value)
    if (oldValue !== value) this.tell({ key, oldValue, newValue: value }, source)
  }

  remove(key: string, source: unknown): void {
    const oldValue = this.items.get(key)
    if (oldValue === undefined) return
    this.items.delete(key)
    this.tell({ key, oldValue, newValue: null }, source)
  }

  /** As the page that is `source` sees it: changes are told to every other. */
  seenBy(source: unknown): Storage {
    const methods = {
      getItem: (key: string) => this.items.get(key) ?? null,
      setItem: (key: string, value: unknown) => this.set(key, String(value), source),
      removeItem: (key: string) => this.remove(key, source),
      clear: () => [...this.items.keys()].forEach((key) => this.remove(key, source)),
      key: (index: number) => [...this.items.keys()][index] ?? null,
    }
    return new Proxy(methods as unknown as Storage, {
      get: (target, name) => {
        if (name === 'length') return this.items.size
        return name in target ? Reflect.get(target, name) : this.items.get(String(name))
      },
      has: (target, name) => name in target || this.items.has(String(name)),
      set: (_, name, value) => {
        this.set(String(name), String(value), source)
        return true
      },
      deleteProperty: (_, name) => {
        this.remove(String(name), source)
        return true
      },
      ownKeys: () => [...this.items.keys()],
      getOwnPropertyDescriptor: (_, name) => {
        const value = this.items.get(String(name))
        return value === undefined
          ? undefined
          : { value, enumerable: true, configurable: true, writable: true }
      },
    })
  }
}
