import { afterAll, beforeAll, expect, it } from 'vitest'

import { openStore, type Store } from '../kit/api/store.ts'
import { run } from './command-line.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const offers = (...argv: string[]) => run(store.db, '.', 'offers', ...argv)

it('a merchant adds, lists and stops an offer', async () => {
  const added = await offers(
    'add',
    'asha',
    '--code',
    ' festive 10',
    '--label',
    'Festive offer',
    '--percent',
    '10',
    '--minimum',
    '999',
  )
  expect(added).toEqual({
    exitCode: 0,
    lines: [
      'FESTIVE10  Festive offer  10 %  from ₹999.00  running',
      'Shoppers get it once the shop has the capability "offers".',
    ],
    problems: [],
  })
  await offers(
    'add',
    'asha',
    '--label',
    'Kurta week',
    '--amount',
    '200.50',
    '--category',
    'kurtas',
    '--uses',
    '100',
    '--per-customer',
    '1',
    '--first-order',
    '--starts',
    '2126-12-01',
    '--ends',
    '2126-12-31',
  )
  const { lines } = await offers('list', 'asha')
  expect(lines).toEqual([
    expect.stringMatching(
      /^[0-9A-Z]{8} \(no code\) {2}Kurta week {2}₹200\.50 {2}on Kurtas, first order, 1 order per customer, 100 orders in all, from 1 December 2126, until 31 December 2126 {2}not started {2}not used$/,
    ),
    'FESTIVE10  Festive offer  10 %  from ₹999.00  running  not used',
    '2 offers.',
  ])
  expect((await offers('stop', 'asha', 'Festive10')).lines).toEqual([
    'FESTIVE10 is stopped. Orders that have it keep their discount.',
  ])
  expect((await offers('list', 'asha')).lines[1]).toContain('stopped')
  const again = await offers('stop', 'asha', 'FESTIVE10')
  expect(again.problems).toEqual([
    'No running offer of asha has the code or id FESTIVE10. See: store offers list asha',
  ])
  const { lines: json } = await offers('list', 'asha', '--json')
  expect(JSON.parse(json.join('\n'))).toMatchObject([
    {
      amount: 200.5,
      category: 'Kurtas',
      firstOrderOnly: true,
      maxUses: 100,
      endsAt: '2126-12-31T18:30:00.000Z',
    },
    { code: 'FESTIVE10', percent: 10, minimum: 999, state: 'stopped', uses: 0, given: 0 },
  ])
})

it('a running code can be given once, and again after it is stopped', async () => {
  const add = () => offers('add', 'bela', '--code', 'TWICE', '--label', 'Twice', '--percent', '5')
  await add()
  expect((await add()).problems).toEqual([
    'bela has an offer with the code TWICE already. Choose another code, or stop it with: store offers stop bela TWICE',
  ])
  await offers('stop', 'bela', 'TWICE')
  expect((await add()).exitCode).toBe(0)
})

it('an amount without a minimum tells what small orders cost', async () => {
  const { lines } = await offers('add', 'bela', '--code', 'LESS500', '--label', 'Less', '--amount', '500')
  expect(lines).toContain('Orders below ₹500.00 cost ₹1 with it. --minimum sets the smallest order.')
})

it.each([
  [[], 'Give the discount with --percent or with --amount, such as --percent 10.'],
  [
    ['--percent', '10', '--amount', '5'],
    'Give the discount with --percent or with --amount, such as --percent 10.',
  ],
  [['--percent', '100'], 'Write a whole number from 1 to 99.'],
  [['--percent', '12.5'], 'Write a whole number from 1 to 99.'],
  [['--amount', 'free'], 'Write rupees, such as 1499 or 1499.50.'],
  [['--percent', '5', '--code', 'A*'], 'Write 3 to 24 letters A to Z, digits and dashes, such as FESTIVE10.'],
  [['--percent', '5', '--ends', '31.12.2126'], 'Write a day as 2026-12-31.'],
  [['--percent', '5', '--ends', '2126-02-30'], 'Write a day as 2026-12-31.'],
  [['--percent', '5', '--ends', '2020-01-01'], '--ends 2020-01-01 is past. Give today or a later day.'],
  [
    ['--percent', '5', '--starts', '2126-02-02', '--ends', '2126-02-01'],
    'The offer would end on 2126-02-01, before it starts on 2126-02-02.',
  ],
  [
    ['--percent', '5', '--category', 'Shoes'],
    'bela has no products in the category "Shoes". Its categories are: Ethnic, Kurtas.',
  ],
])('bad options are refused with what to do: %j', async (options, sentence) => {
  const { exitCode, problems } = await offers('add', 'bela', '--label', 'Offer', ...options)
  expect(exitCode).toBeGreaterThan(0)
  expect(problems.join('\n')).toContain(sentence)
})
