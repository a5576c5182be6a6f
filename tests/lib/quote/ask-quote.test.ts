// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Quote } from '@tanabana/contract/quote.ts'
import type { StoreClient } from '../../../src/lib/api-client/client.ts'
import { $cart } from '../../../src/lib/cart/cart-store.ts'
import { askQuote, quoteSettled } from '../../../src/lib/quote/ask-quote.ts'
import { cartTotal } from '../../../src/lib/quote/cart-total.ts'
import { $quote, deliveryTo, quotedLine, quoteOf } from '../../../src/lib/quote/quote-store.ts'
import { closeIslandPage, openIslandPage } from '../../kit/browser/island.ts'

const kurta = {
  id: 'k',
  name: 'Kurta',
  image: '',
  price: 1000,
  quantity: 2,
  selectedSize: 'M',
  variantId: 'k-m',
}
const saree = { id: 's', name: 'Saree', image: '', price: 2000, quantity: 1 }

function quote(changes: Partial<Quote> = {}): Quote {
  return {
    lines: [
      { productId: 'k', quantity: 2, variantId: 'k-m', unitPrice: 90_000, compareAt: 100_000, left: 3 },
      { productId: 's', quantity: 1, variantId: undefined, unitPrice: 200_000 },
    ],
    subtotal: 380_000,
    total: 380_000,
    fees: [],
    payable: 380_000,
    methods: [],
    ...changes,
  }
}

interface Asked {
  body: { postalCode?: string; phone?: string; offerCode?: string; lines: object[] }
  signal: AbortSignal | undefined
  resolve: (quote: Quote) => void
  fail: () => void
}

let asked: Asked[] = []
const client = {
  post: (path: string, _schema: unknown, body: Asked['body'], _headers: unknown, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      expect(path).toBe('/quotes')
      asked.push({ body, signal, resolve, fail: () => reject(new Error('Refused')) })
    }),
} as unknown as StoreClient

const ask = (details: object = {}, lines = $cart.get()) =>
  askQuote(client, { lines, ...details }, ['quotes', 'variants', 'offers'])

/** Ends the pause of the question that waits. */
async function send(): Promise<Asked> {
  void quoteSettled()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const latest = asked.at(-1)
  if (!latest) throw new Error('There is no question.')
  return latest
}

async function respond(given: Quote): Promise<void> {
  const { resolve } = await send()
  resolve(given)
  await quoteSettled()
}

beforeEach(() => {
  openIslandPage('/cart')
  asked = []
  $cart.set([kurta, saree])
})
afterEach(closeIslandPage)

test('quick changes ask once, for the last of them', async () => {
  for (const postalCode of ['110001', '560001', '411001']) ask({ postalCode })
  await respond(quote())
  expect(asked.map(({ body }) => body.postalCode)).toEqual(['411001'])
})

test('a question in flight gives way to a newer one, and its late response changes nothing', async () => {
  ask({ postalCode: '110001' })
  const first = await send()
  ask({ postalCode: '560001' })
  expect(first.signal?.aborted).toBe(true)
  await respond(quote({ delivery: { served: false, by: undefined, city: 'Bengaluru', state: undefined } }))
  first.resolve(quote({ delivery: { served: true, by: undefined, city: 'New Delhi', state: undefined } }))
  expect($quote.get().known?.quote.delivery?.city).toBe('Bengaluru')
})

test('the same question is asked once, also with another price in the cart', async () => {
  ask({ postalCode: '110001' })
  await respond(quote())
  ask({ postalCode: '560001' })
  await respond(quote())
  ask({ postalCode: '110001' })
  await quoteSettled()
  expect(asked).toHaveLength(2)
  expect($quote.get().known?.question.postalCode).toBe('110001')
})

test('a quote that fails changes neither the cart nor what is known', async () => {
  ask()
  await respond(quote())
  ask({ postalCode: '110001' })
  const { fail } = await send()
  fail()
  await quoteSettled()
  expect($quote.get().status).toBe('failed')
  expect(cartTotal($cart.get(), $quote.get()).total).toBe(380_000)
  expect(deliveryTo($quote.get(), '110001')).toBeUndefined()
})

test('prices and a replaced variant go to the cart; a line that is gone stays as it is', async () => {
  ask()
  await respond(
    quote({
      lines: [
        { productId: 'k', quantity: 2, variantId: 'k-m2', unitPrice: 90_000 },
        { productId: 's', quantity: 1, variantId: undefined, issue: 'product-gone' },
      ],
    }),
  )
  expect($cart.get()).toMatchObject([{ price: 900, variantId: 'k-m2' }, { price: 2000 }])
})

test('a quote holds for its lines and quantities; pieces left hold for any quantity of a line', async () => {
  ask()
  await respond(quote())
  expect(quoteOf($quote.get(), $cart.get())).toBeDefined()
  const more = $cart.get().map((line) => ({ ...line, quantity: 3 }))
  expect(quoteOf($quote.get(), more)).toBeUndefined()
  expect(cartTotal(more, $quote.get())).toEqual({
    subtotal: 870_000,
    discount: undefined,
    total: 870_000,
    saved: 30_000,
  })
  expect(more.map((line) => quotedLine($quote.get(), line)?.left)).toEqual([3, undefined])
  expect(quotedLine($quote.get(), { ...kurta, selectedSize: 'L' })).toBeUndefined()
})

test('the total is that of the quote, with what the shopper saves', { tags: ['@req-3.3'] }, async () => {
  ask({ offerCode: 'WELCOME10' })
  const discount = { code: 'WELCOME10', label: 'Welcome', amount: 38_000 }
  await respond(quote({ discount, total: 342_000 }))
  expect(asked[0]?.body.offerCode).toBe('WELCOME10')
  expect(cartTotal($cart.get(), $quote.get())).toEqual({
    subtotal: 380_000,
    discount,
    total: 342_000,
    saved: 58_000,
  })
})

test.each([
  [{ phone: '98765 43210' }, '9876543210'],
  [{ phone: '98765' }, undefined],
  [{ phone: '98765', isPhoneLeft: true }, '98765'],
  [{ phone: '  ', isPhoneLeft: true }, undefined],
])('the phone %j is sent as %j', async (details, sent) => {
  ask(details)
  await respond(quote())
  expect(asked[0]?.body.phone).toBe(sent)
})

test('a store without variants and offers is asked for neither', async () => {
  askQuote(client, { lines: $cart.get(), offerCode: 'WELCOME10' }, ['quotes'])
  await respond(quote())
  expect(asked[0]?.body).toEqual({
    lines: [
      { productId: 'k', quantity: 2, selectedSize: 'M', selectedColor: undefined },
      { productId: 's', quantity: 1, selectedSize: undefined, selectedColor: undefined },
    ],
  })
})
