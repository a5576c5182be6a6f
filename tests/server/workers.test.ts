import { EventEmitter } from 'node:events'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { superviseWorkers } from '../../src/server/workers.ts'

const cluster = vi.hoisted(() => ({ current: undefined as EventEmitter | undefined, forked: 0 }))

vi.mock('node:cluster', () => ({
  default: {
    workers: {},
    fork: () => (cluster.forked += 1),
    on: (event: string, listener: (...values: unknown[]) => void) => cluster.current?.on(event, listener),
  },
}))

const listening = (id: number) => cluster.current?.emit('message', { id }, { kind: 'listening', port: 4321 })
const die = (id: number) => cluster.current?.emit('exit', { id }, 1)

const onListening = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process, 'on').mockReturnThis()
  cluster.current = new EventEmitter()
  cluster.forked = 0
  superviseWorkers(2, onListening)
})
afterEach(() => {
  process.exitCode = undefined
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('the workers are ready when all listen', () => {
  listening(1)
  expect(onListening).not.toHaveBeenCalled()
  listening(2)
  expect(onListening).toHaveBeenCalledExactlyOnceWith(4321)
})

test('a worker that dies during the start does not count as listening', () => {
  listening(1)
  die(1)
  vi.advanceTimersByTime(500)
  expect(cluster.forked).toBe(3)
  listening(2)
  expect(onListening).not.toHaveBeenCalled()
  listening(3)
  expect(onListening).toHaveBeenCalledOnce()
})

test('a worker replaced after the start does not report the start again', () => {
  listening(1)
  listening(2)
  die(1)
  vi.advanceTimersByTime(500)
  listening(3)
  expect(onListening).toHaveBeenCalledOnce()
})

test('a worker that fails before it listens is not replaced during the start', () => {
  listening(1)
  die(2)
  vi.advanceTimersByTime(500)
  expect(cluster.forked).toBe(2)
})

test('a replacement that fails before it listens is replaced after the start', () => {
  listening(1)
  listening(2)
  die(2)
  vi.advanceTimersByTime(500)
  die(3)
  vi.advanceTimersByTime(500)
  expect(cluster.forked).toBe(4)
})
