import { expect, test } from 'vitest'

import { createPurgeContact } from '../../../src/server/page-cache/purge-contact.ts'
import { openCache, textOf } from './controlled-cache.ts'

/** A storefront whose pages are fresh for 60 s, with the clock of its cache. */
function openStorefront() {
  let clock = 1_000_000
  const contact = createPurgeContact(() => clock)
  const opened = openCache({ minFreshSeconds: 60, trustedSince: contact.trustedSince })
  return {
    ...opened,
    contact,
    pass: (seconds: number) => {
      clock += seconds * 1000
      opened.pass(seconds)
    },
  }
}

test('a storefront that purges reach serves a stale page at once', async () => {
  const { ask, pass, contact } = openStorefront()
  contact.recordHeartbeat()
  await ask('/terms', 'old')
  pass(70)
  expect(textOf(await ask('/terms', 'new'))).toBe('old')
})

test('a storefront that purges do not reach serves nothing older than its fresh time', async () => {
  const { ask, pass, contact } = openStorefront()
  contact.recordHeartbeat()
  await ask('/terms', 'old')
  pass(50)
  expect(textOf(await ask('/terms', 'new'))).toBe('old')
  pass(110)
  expect(textOf(await ask('/terms', 'new'))).toBe('new')
})

test('a storefront that is reached again renders what it stored before', async () => {
  const { ask, pass, contact } = openStorefront()
  contact.recordHeartbeat()
  await ask('/terms', 'old')
  await ask('/about', 'old')
  pass(160)
  contact.recordHeartbeat()
  expect(textOf(await ask('/terms', 'new'))).toBe('new')
  pass(20)
  expect(textOf(await ask('/about', 'new'))).toBe('new')
  pass(65)
  expect(textOf(await ask('/terms', 'newer'))).toBe('new')
})

test('a storefront that purges do not reach still serves its pages when the store API is down', async () => {
  const { ask, get, renders, pass, contact } = openStorefront()
  contact.recordHeartbeat()
  await ask('/terms', 'old')
  pass(155)
  const found = get('/terms')
  renders.at(-1)?.fail()
  expect(textOf(await found)).toBe('old')
})

test('a store API that sends no heartbeats changes nothing', async () => {
  const { ask, pass } = openStorefront()
  await ask('/terms', 'old')
  pass(90)
  expect(textOf(await ask('/terms', 'new'))).toBe('old')
})
