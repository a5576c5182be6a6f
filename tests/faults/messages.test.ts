import { expect, it } from 'vitest'

import { countMessages } from '../kit/counts/count-messages.ts'

it('every event of 60 orders comes by e-mail and webhook, in order, although all of them fail', async () => {
  const counts = await countMessages({ count: 60, kills: 2 })
  expect(counts.faults).toEqual([])
  expect(counts).toMatchObject({ orders: 60, kills: 2, events: 90 })
}, 240_000)
