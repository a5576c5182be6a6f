import { ImageError } from './image-error.ts'

export interface GateLimits {
  /** Works under way at once. */
  atOnce: number
  /** Of these, for one shop. */
  atOnceEach: number
  /** Works that wait; more are turned away. */
  waiting: number
  waitingEach: number
}

interface Waiting {
  host: string
  start: () => void
}

/**
 * Lets through so many works at once, and of one shop only a share of them, so that a shop with slow sources holds up
 * nobody else's pictures.
 */
export function createGate({ atOnce, atOnceEach, waiting, waitingEach }: GateLimits) {
  const underWay = new Map<string, number>()
  const queue: Waiting[] = []
  let total = 0

  function isOpen(host: string): boolean {
    return total < atOnce && (underWay.get(host) ?? 0) < atOnceEach
  }

  function count(host: string, change: 1 | -1): void {
    const left = (underWay.get(host) ?? 0) + change
    total += change
    if (left === 0) underWay.delete(host)
    else underWay.set(host, left)
  }

  function enter(host: string): Promise<void> | undefined {
    if (isOpen(host)) return void count(host, 1)
    const ofShop = queue.filter((one) => one.host === host).length
    if (queue.length >= waiting || ofShop >= waitingEach) {
      throw new ImageError(503, 'too many pictures are being made')
    }
    return new Promise((resolve) => queue.push({ host, start: resolve }))
  }

  function leave(host: string): void {
    count(host, -1)
    const index = queue.findIndex((one) => isOpen(one.host))
    const [next] = index < 0 ? [] : queue.splice(index, 1)
    if (!next) return
    count(next.host, 1)
    next.start()
  }

  return {
    /** @throws {ImageError} 503 when too many wait already */
    async run<T>(host: string, work: () => Promise<T>): Promise<T> {
      await enter(host)
      try {
        return await work()
      } finally {
        leave(host)
      }
    },
  }
}
