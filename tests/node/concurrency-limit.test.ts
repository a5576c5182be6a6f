import { expect, test } from 'vitest'

import { createConcurrencyLimit } from '@tanabana/node/promises.ts'

function openLimit() {
  const limit = createConcurrencyLimit({ concurrency: 2, maxQueued: 1, onFull: () => new Error('full') })
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const run = (name: string) =>
    limit(() => {
      started.push(name)
      return new Promise<void>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve())),
      )
    })
  return { run, end: (name: string, error?: Error) => ends.get(name)?.(error), started }
}

test('runs two at once, queues one and refuses more', async () => {
  const { run, end, started } = openLimit()
  const [first, second, third] = ['first', 'second', 'third'].map(run)
  await expect(run('fourth')).rejects.toThrow('full')
  expect(started).toEqual(['first', 'second'])
  end('first')
  await first
  await new Promise(setImmediate)
  expect(started).toEqual(['first', 'second', 'third'])
  end('second')
  end('third')
  await Promise.all([second, third])
})

test('goes on after a failure', async () => {
  const { run, end, started } = openLimit()
  const [first, second, third] = ['first', 'second', 'third'].map(run)
  await new Promise(setImmediate)
  end('first', new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await new Promise(setImmediate)
  expect(started).toContain('third')
  end('second')
  end('third')
  await Promise.all([second, third])
})
