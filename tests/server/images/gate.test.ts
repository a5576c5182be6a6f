import { describe, expect, test } from 'vitest'

import { createGate } from '../../../src/server/images/gate.ts'

function openGate() {
  const gate = createGate({ atOnce: 3, atOnceEach: 2, waiting: 3, waitingEach: 2 })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (host: string, name: string) =>
    gate.run(host, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { run, end, started }
}

describe('the gate', () => {
  test('lets through so many at once, and of one shop its share', async () => {
    const { run, end, started } = openGate()
    for (const name of ['a1', 'a2', 'a3']) void run('a', name)
    for (const name of ['b1', 'b2']) void run('b', name)
    await new Promise(setImmediate)
    expect(started).toEqual(['a1', 'a2', 'b1'])
    await end('b1')
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2'])
    await end('a1')
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
  })

  test('turns away what would wait too long, and goes on after a failure', async () => {
    const { run, end, started } = openGate()
    for (const name of ['a1', 'a2', 'a3', 'a4']) void run('a', name)
    await expect(run('a', 'a5')).rejects.toMatchObject({ status: 503 })
    for (const name of ['b1', 'b2']) void run('b', name)
    await expect(run('b', 'b3')).rejects.toMatchObject({ status: 503 })
    await end('a1')
    await end('a2')
    await end('b1')
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'b2'])
  })
})
