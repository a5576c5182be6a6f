import { expect, test } from 'vitest'

import { parseDeed, replayDeeds, type CartDeed, type ToldDeed } from '../../../src/lib/domain/cart-deeds.ts'

const kurta = { id: 'k1', name: 'Kurta', image: '', price: 999.5, quantity: 1 }
const stole = { ...kurta, id: 's1', name: 'Stole' }

function told(at: number, tab: number, deed: CartDeed): ToldDeed {
  return { ...deed, at, tab }
}

test('what two tabs add at the same moment is all there', () => {
  const deeds = [
    told(1, 0.1, { act: 'add', line: kurta }),
    told(1, 0.2, { act: 'add', line: kurta }),
    told(1, 0.2, { act: 'add', line: stole }),
  ]
  expect(replayDeeds([kurta], deeds)).toMatchObject([
    { id: 'k1', quantity: 3 },
    { id: 's1', quantity: 1 },
  ])
})

test('every tab comes to the same cart, whichever order it heard in', () => {
  const deeds = [
    told(2, 0.2, { act: 'remove', id: 'k1' }),
    told(1, 0.9, { act: 'add', line: kurta }),
    told(3, 0.5, { act: 'add', line: stole }),
    told(3, 0.4, { act: 'quantity', key: { id: 's1' }, quantity: 5 }),
  ]
  const cart = replayDeeds([stole], deeds)
  expect(cart).toMatchObject([{ id: 's1', quantity: 6 }])
  expect(replayDeeds([stole], deeds.toReversed())).toEqual(cart)
})

test('what was added before another tab cleared the cart is gone, what came after stays', () => {
  const deeds = [
    told(1, 0.1, { act: 'add', line: kurta }),
    told(2, 0.2, { act: 'clear' }),
    told(3, 0.1, { act: 'add', line: stole }),
  ]
  expect(replayDeeds([kurta], deeds)).toMatchObject([{ id: 's1', quantity: 1 }])
})

test('a deed that another tab has told is read as it was told', () => {
  const deeds: CartDeed[] = [
    { act: 'add', line: kurta },
    { act: 'remove', id: 'k1' },
    { act: 'quantity', key: { id: 'k1', selectedSize: 'M' }, quantity: 3 },
    { act: 'price', id: 'k1', price: 899 },
    { act: 'choose', key: { id: 'k1' }, choice: { selectedSize: 'M' } },
    { act: 'clear' },
  ]
  for (const deed of deeds) {
    expect(parseDeed(JSON.stringify(told(1, 0.5, deed)))).toEqual(told(1, 0.5, deed))
  }
})

test.each([
  '',
  '{"act":',
  'null',
  '"clear"',
  '{"act":"clear"}',
  '{"act":"clear","at":"now","tab":0.5}',
  '{"act":"buy","at":1,"tab":0.5}',
  '{"act":"add","at":1,"tab":0.5}',
  '{"act":"add","line":{"id":"k1","name":"Kurta","image":"","price":"free","quantity":1},"at":1,"tab":0.5}',
])('%j is no deed of a cart', (text) => {
  expect(parseDeed(text)).toBeUndefined()
})

test.each([
  '{"act":"price","id":"k1","price":"free","at":1,"tab":0.5}',
  '{"act":"price","id":"k1","price":1e12,"at":1,"tab":0.5}',
  '{"act":"choose","key":{"id":"k1"},"choice":{"selectedSize":{}},"at":1,"tab":0.5}',
  '{"act":"choose","key":null,"choice":null,"at":1,"tab":0.5}',
])('%j changes no line', (text) => {
  const deed = parseDeed(text)
  expect(replayDeeds([kurta], deed ? [deed] : [])).toEqual([kurta])
})

test('a number of pieces that is none changes nothing', () => {
  const deed = parseDeed('{"act":"quantity","key":null,"quantity":"many","at":1,"tab":0.5}')
  expect(replayDeeds([kurta], deed ? [deed] : [])).toEqual([kurta])
})
