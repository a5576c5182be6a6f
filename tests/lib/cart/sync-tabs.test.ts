import { expect, test } from 'vitest'

import {
  parseAction,
  replayActions,
  type CartAction,
  type BroadcastAction,
} from '../../../src/lib/cart/sync-tabs.ts'

const kurta = { id: 'k1', name: 'Kurta', image: '', price: 999.5, quantity: 1 }
const stole = { ...kurta, id: 's1', name: 'Stole' }

function broadcast(at: number, tab: number, action: CartAction): BroadcastAction {
  return { ...action, at, tab }
}

test('lines that two tabs add at the same moment are all in the cart', () => {
  const actions = [
    broadcast(1, 0.1, { type: 'add', line: kurta }),
    broadcast(1, 0.2, { type: 'add', line: kurta }),
    broadcast(1, 0.2, { type: 'add', line: stole }),
  ]
  expect(replayActions([kurta], actions)).toMatchObject([
    { id: 'k1', quantity: 3 },
    { id: 's1', quantity: 1 },
  ])
})

test('every tab has the same cart, whatever order the actions arrive in', () => {
  const actions = [
    broadcast(2, 0.2, { type: 'remove', id: 'k1' }),
    broadcast(1, 0.9, { type: 'add', line: kurta }),
    broadcast(3, 0.5, { type: 'add', line: stole }),
    broadcast(3, 0.4, { type: 'quantity', key: { id: 's1' }, quantity: 5 }),
  ]
  const cart = replayActions([stole], actions)
  expect(cart).toMatchObject([{ id: 's1', quantity: 6 }])
  expect(replayActions([stole], actions.toReversed())).toEqual(cart)
})

test('clearing the cart in another tab removes earlier lines and keeps later ones', () => {
  const actions = [
    broadcast(1, 0.1, { type: 'add', line: kurta }),
    broadcast(2, 0.2, { type: 'clear' }),
    broadcast(3, 0.1, { type: 'add', line: stole }),
  ]
  expect(replayActions([kurta], actions)).toMatchObject([{ id: 's1', quantity: 1 }])
})

test('an action of another tab is parsed as it was broadcast', () => {
  const actions: CartAction[] = [
    { type: 'add', line: kurta },
    { type: 'remove', id: 'k1' },
    { type: 'quantity', key: { id: 'k1', selectedSize: 'M' }, quantity: 3 },
    { type: 'price', id: 'k1', price: 899 },
    { type: 'choose', key: { id: 'k1' }, choice: { selectedSize: 'M' } },
    { type: 'clear' },
  ]
  for (const action of actions) {
    expect(parseAction(JSON.stringify(broadcast(1, 0.5, action)))).toEqual(broadcast(1, 0.5, action))
  }
})

test.each([
  '',
  '{"type":',
  'null',
  '"clear"',
  '{"type":"clear"}',
  '{"type":"clear","at":"now","tab":0.5}',
  '{"type":"buy","at":1,"tab":0.5}',
  '{"type":"add","at":1,"tab":0.5}',
  '{"type":"add","line":{"id":"k1","name":"Kurta","image":"","price":"free","quantity":1},"at":1,"tab":0.5}',
])('%j is no cart action', (text) => {
  expect(parseAction(text)).toBeUndefined()
})

test.each([
  '{"type":"price","id":"k1","price":"free","at":1,"tab":0.5}',
  '{"type":"price","id":"k1","price":1e12,"at":1,"tab":0.5}',
  '{"type":"choose","key":{"id":"k1"},"choice":{"selectedSize":{}},"at":1,"tab":0.5}',
  '{"type":"choose","key":null,"choice":null,"at":1,"tab":0.5}',
])('%j changes no line', (text) => {
  const action = parseAction(text)
  expect(replayActions([kurta], action ? [action] : [])).toEqual([kurta])
})

test('an invalid quantity changes nothing', () => {
  const action = parseAction('{"type":"quantity","key":null,"quantity":"many","at":1,"tab":0.5}')
  expect(replayActions([kurta], action ? [action] : [])).toEqual([kurta])
})
