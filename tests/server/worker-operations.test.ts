import { EventEmitter } from 'node:events'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { logTo, openLogger } from '../../src/server/observability/log.ts'
import { metricsOfAll, purgeInAll, superviseWorkers } from '../../src/server/workers.ts'

/** This process plays the primary and its worker 1; worker 2 responds as each test says. */
interface Request {
  kind: string
  operation: string
  id: number
}
class FakeWorker extends EventEmitter {
  readonly id: number
  constructor(id: number) {
    super()
    this.id = id
  }
  send = vi.fn<(message: Request) => void>()
  /** Arrives at the primary, as messages of cluster workers do. */
  say(message: unknown): void {
    this.emit('message', message)
    primary.cluster?.emit('message', this, message)
  }
  respond({ operation, id }: Request, results: unknown[]): void {
    this.say({ kind: 'response', operation, id, results })
  }
  respondToLast(results: unknown[]): void {
    const [request] = this.send.mock.lastCall ?? []
    if (request) this.respond(request, results)
  }
  die(): void {
    this.emit('exit', 0)
    primary.cluster?.emit('exit', this, 0)
  }
}

const primary = vi.hoisted(() => ({
  cluster: undefined as EventEmitter | undefined,
  workers: {},
}))

vi.mock('node:cluster', () => ({
  default: {
    isWorker: true,
    get workers() {
      return primary.workers
    },
    fork: () => undefined,
    on: (event: string, listener: (...values: unknown[]) => void) => primary.cluster?.on(event, listener),
  },
}))

const processSend = process.send?.bind(process)
let own: FakeWorker
let other: FakeWorker

beforeEach(() => {
  logTo(openLogger('silent'))
  primary.cluster = new EventEmitter()
  own = new FakeWorker(1)
  other = new FakeWorker(2)
  primary.workers = { 1: own, 2: other }
  const received = new EventEmitter()
  vi.spyOn(process, 'on').mockImplementation(
    (event: string | symbol, listener: (message: unknown) => void) => {
      received.on(event, listener)
      return process
    },
  )
  process.send = (message: unknown) => {
    own.say(message)
    return true
  }
  own.send.mockImplementation((message) => void received.emit('message', message))
  superviseWorkers(2, () => undefined)
  for (const worker of [own, other]) worker.say({ kind: 'listening', port: 4321 })
})
afterEach(() => {
  process.send = processSend
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a purge counts the pages of every process', async () => {
  other.send.mockImplementation((request) => other.respond(request, [3]))
  expect(await purgeInAll((tags) => tags.length)(['tenant:a.example', 'tenant:b.example'])).toBe(5)
})

test('a purge waits for the slowest process, and not for one that dies', async () => {
  const purge = purgeInAll(() => 2)
  const slow = purge(['tenant:a.example'])
  other.respondToLast([3])
  expect(await slow).toBe(5)
  const withoutOther = purge(['tenant:a.example'])
  vi.useFakeTimers()
  other.die()
  expect(await withoutOther).toBe(2)
})

test('a purge that fails in its own process is not reported as done', async () => {
  other.send.mockImplementation((request) => other.respond(request, [3]))
  const purge = purgeInAll(() => {
    throw new Error('The cache is broken.')
  })
  await expect(purge(['tenant:a.example'])).rejects.toThrow('The cache is broken.')
})

test('a failed read of the metrics is reported too', async () => {
  other.send.mockImplementation((request) => other.respond(request, ['figures']))
  const read = metricsOfAll(() => Promise.reject(new Error('A gauge is broken.')))
  await expect(read()).rejects.toThrow('A gauge is broken.')
})

test('metrics leave out a process that does not respond within a second', async () => {
  vi.useFakeTimers()
  const read = metricsOfAll(() => Promise.resolve('figures'))()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await read).toEqual(['figures'])
})

test('operations in flight add no listeners', async () => {
  const purge = purgeInAll(() => 1)
  const purges = Array.from({ length: 20 }, () => purge(['tenant:a.example']))
  expect([own, other].map((worker) => worker.eventNames())).toEqual([[], []])
  for (const [request] of other.send.mock.calls) other.respond(request, [1])
  expect(await Promise.all(purges)).toEqual(Array(20).fill(2))
})
