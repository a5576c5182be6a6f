import { expect, test } from 'vitest'

import { createRareLog, log, logTo, openLogger } from '../../../src/server/observability/log.ts'

function received(level = 'info'): Record<string, unknown>[] {
  const entries: Record<string, unknown>[] = []
  logTo(openLogger(level, (line) => entries.push(JSON.parse(line))))
  return entries
}

test(
  'a line is JSON with its time, level, event and process',
  { tags: ['@asvs-16.2.1', '@asvs-16.2.2', '@asvs-16.2.4'] },
  () => {
    const entries = received()
    log('warn', 'store API failed', { tenant: 'shop.example' })
    expect(entries).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        service: 'storefront',
        pid: process.pid,
        event: 'store API failed',
        tenant: 'shop.example',
      },
    ])
  },
)

test('events below the level are not written', () => {
  const entries = received('error')
  log('warn', 'no such page')
  log('error', 'failure')
  expect(entries.map(({ event }) => event)).toEqual(['failure'])
})

test('a shop whose API keeps failing has one line in ten seconds, with the count of omitted lines', () => {
  const entries = received()
  let now = 0
  const logRarely = createRareLog(() => now)
  for (let call = 0; call < 500; call += 1) {
    logRarely('asha', 'warn', 'store API failed', { tenant: 'asha' })
    if (call < 3) logRarely('bela', 'warn', 'store API failed', { tenant: 'bela' })
  }
  now = 10_001
  logRarely('asha', 'warn', 'store API failed', { tenant: 'asha' })
  expect(entries.map(({ tenant, leftOut }) => [tenant, leftOut])).toEqual([
    ['asha', undefined],
    ['bela', undefined],
    ['asha', 499],
  ])
})
