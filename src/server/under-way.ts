/** What is being made at the moment, by key: lru-cache names only the keys that it has something for already. */
export function createUnderWay() {
  const makings = new Set<{ key: string }>()
  return {
    /** The keys, some of them twice. */
    keys: () => [...makings].map(({ key }) => key),

    async run<T>(key: string, make: () => Promise<T>): Promise<T> {
      const making = { key }
      makings.add(making)
      try {
        return await make()
      } finally {
        makings.delete(making)
      }
    },
  }
}
