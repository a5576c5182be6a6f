import { caniemail } from 'caniemail'
import fc from 'fast-check'
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, it } from 'vitest'

import type { OrderMessage } from '../../../api/messages/channel.ts'
import { formatPrice } from '../../../api/rupees.ts'
import { renderEmail } from '../../../api/messages/email/render-email.ts'
import { EN } from '../../../api/messages/words/en.ts'
import { HI } from '../../../api/messages/words/hi.ts'
import { LANGUAGE_CODES } from '../../../contract/store-info.ts'
import { ALL_MESSAGES, EXAMPLES, exampleMessage } from '../../kit/messages/example-messages.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** What a message shows when a value is missing. */
const UNFILLED = /\{\w*\}|undefined|null|NaN|Invalid|\[object/

function elementsOf(html: string): Element[] {
  const found: Element[] = []
  const visit = (node: Node): void => {
    if (defaultTreeAdapter.isElementNode(node)) found.push(node)
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return found
}

const attribute = (element: Element, name: string) =>
  element.attrs.find((one) => one.name === name)?.value ?? ''

/** Mail programs that most people read with, on phones, in browsers and on desktops. */
const CLIENTS = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*', 'samsung-email.*'] as const

/** What some of them drop, and what a reader sees then. */
const DROPPED = {
  'color-scheme CSS property': 'the colours that the program chooses',
  'color-scheme meta tag': 'the colours that the program chooses',
  '@media': 'light colours',
  '<style> element': 'light colours',
  '<body> element': 'the background of the table around everything',
  'border-radius': 'square corners',
  'white-space': 'an amount on two lines',
  'word-break': 'a long word beyond its cell',
  'role attribute': 'nothing else: it is for screen readers',
}

describe.each(ALL_MESSAGES)('$kind to the $role in $language', (message) => {
  const { role } = message

  it('has all its values, in HTML and as text', async () => {
    const { subject, html, text } = await renderEmail(message)
    expect(subject).not.toBe('')
    for (const part of [subject, html.replace(/<style>[^]*?<\/style>/, ''), text])
      expect(part).not.toMatch(UNFILLED)
    expect(text).not.toMatch(/<\w|&amp;/)
    const isNamed = !/contact|newsletter/.test(message.kind)
    if (role === 'shopper' && isNamed) expect(text).toMatch(/Meera/)
  })

  it('is laid out by what mail programs keep', async () => {
    const { html } = await renderEmail(message)
    const elements = elementsOf(html)
    const names = new Set(elements.map(({ nodeName }) => nodeName))
    for (const name of ['script', 'link', 'form', 'iframe', 'svg', 'video', 'section', 'button'])
      expect(names, name).not.toContain(name)
    for (const element of elements) {
      expect(attribute(element, 'style')).not.toMatch(/flex|grid|position|float|var\(|calc\(|rem\b|url\(/)
      if (element.nodeName === 'table') expect(attribute(element, 'role')).toBe('presentation')
      if (element.nodeName === 'a') expect(attribute(element, 'href')).toMatch(/^https?:\/\//)
      if (element.nodeName === 'img') expect(attribute(element, 'alt')).not.toBe('')
    }
    // Gmail cuts a longer one off.
    expect(html.length).toBeLessThan(100_000)
  })

  it('needs nothing that a common mail program drops', async () => {
    const { html } = await renderEmail(message)
    const { issues } = caniemail({ clients: [...CLIENTS], html })
    const missing = new Set([...issues.errors.values()].flat().map(({ title }) => title))
    expect([...missing].filter((title) => !(title in DROPPED))).toEqual([])
    for (const element of elementsOf(html)) {
      const style = attribute(element, 'style')
      if (style.includes('font-size') && element.nodeName !== 'span') expect(style).toContain('font-family')
    }
  })
})

it('both languages have the same placeholders', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()
  for (const [name, text] of Object.entries(EN))
    expect(placeholders(HI[name as keyof typeof EN]), name).toEqual(placeholders(text))
})

it('amounts are written as while shopping', () => {
  expect([129_900, 12_345_650, 5].map((paise) => formatPrice(paise))).toEqual([
    '₹1,299',
    '₹1,23,456.5',
    '₹0.05',
  ])
})

it('a message without the link, the parcel or the contact of the shop promises none of them', async () => {
  const full = exampleMessage('order shipped')
  const shop = { ...full.shop, email: undefined, phone: undefined }
  const { text } = await renderEmail({ ...full, shop, order: { ...full.order, shipment: undefined } })
  expect(text).toContain('Track my order:\nhttps://asha.example/track-order')
  expect(text).not.toMatch(/Courier|Tracking number|Questions/)
  const unpaid = exampleMessage('order received')
  const received = await renderEmail({ ...unpaid, order: { ...unpaid.order, payUrl: undefined } })
  expect(received.text).not.toMatch(/Pay ₹|not paid/)
})

it('the message of a shipped order leads to its invoice', { tags: ['@req-11.39'] }, async () => {
  const shipped = exampleMessage('order shipped')
  const order = { ...shipped.order, number: '7K3M-9Q2X-V0AB', invoiceNumber: 'INV/26-27/7' }
  const { text } = await renderEmail({ ...shipped, order })
  expect(text).toContain('Your invoice has the number INV/26-27/7.')
  expect(text).toContain('View invoice:\nhttps://asha.example/orders/7K3M-9Q2X-V0AB/invoice')
  expect((await renderEmail({ ...shipped, language: 'hi', order })).text).toContain(
    'आपके बिल का नंबर INV/26-27/7 है।',
  )
  expect((await renderEmail(shipped)).text).not.toMatch(/invoice/i)
})

/** Texts of shops and shoppers, with what a renderer may take for its own. */
const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '$& $1', 'कुर्ता & "साड़ी"'),
)

const generated: fc.Arbitrary<OrderMessage> = fc
  .record({
    example: fc.constantFrom(...EXAMPLES),
    language: fc.constantFrom(...LANGUAGE_CODES),
    lines: fc.array(
      fc.record({
        title: words,
        choices: fc.oneof(fc.constant(''), words),
        quantity: fc.integer({ min: 1, max: 99 }),
        price: fc.integer({ min: 1, max: 10_000_000 }),
      }),
      { minLength: 1, maxLength: 20 },
    ),
    address: fc.record({
      ...{ fullName: words, address: words, city: words, state: words, postalCode: words, phone: words },
    }),
    shopName: words,
    note: words,
    reason: words,
  })
  .map(({ example: { kind, role }, language, lines, address, shopName, note, reason }) => {
    const message = exampleMessage(kind, role, language)
    const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
    return {
      ...message,
      shop: { ...message.shop, name: shopName },
      order: { ...message.order, lines, total, address },
      return: message.return && { ...message.return, note, reason, lines },
    }
  })

it('1,000 orders are told without an unfilled placeholder, and no text becomes markup', async () => {
  const elementCounts = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(generated, async (message) => {
      const { subject, html } = await renderEmail(message)
      expect(subject).not.toMatch(/\{(?:order|amount|name|date|title)\}/)
      const elements = elementsOf(html)
      expect(elements.filter(({ nodeName }) => ['script', 'b'].includes(nodeName))).toEqual([])
      expect(elements.flatMap(({ attrs }) => attrs).filter(({ name }) => name.startsWith('on'))).toEqual([])
      elementCounts.set(message.kind, elements.length)
    }),
    { numRuns: 1000 },
  )
  expect(elementCounts.size).toBe(new Set(EXAMPLES.map(({ kind }) => kind)).size)
})

it('no day is promised of an order that has arrived or is closed', async () => {
  const message = exampleMessage('order paid')
  const textOf = async (state: OrderMessage['order']['state']) =>
    (await renderEmail({ ...message, order: { ...message.order, state } })).text
  expect(await textOf('accepted')).toContain('It should arrive by 30 November 2026.')
  for (const state of ['delivered', 'cancelled', 'lost', 'on its way back'] as const)
    expect(await textOf(state), state).not.toContain('It should arrive')
})

it('a refund of cash asks for an account, others go back the way the shopper paid', async () => {
  const message = exampleMessage('refund due')
  if (!message.payment) throw new Error('The example is about no payment.')
  const payment = { ...message.payment, isCash: true }
  const textOf = async (changes: Partial<OrderMessage>, refundUrl?: string) =>
    (await renderEmail({ ...message, ...changes, order: { ...message.order, refundUrl } })).text
  expect(await textOf({})).toContain('will send it back the way you paid.')
  expect(await textOf({ payment })).toContain('We will ask you where to send it')
  expect(await textOf({ payment })).not.toContain('the way you paid')
  expect(await textOf({ payment }, 'https://asha.example/refund/x')).toContain('which UPI ID')
})

it('an accepted return says who pays the way back', { tags: ['@req-11.25'] }, async () => {
  const message = exampleMessage('return decided', 'shopper', 'en')
  if (!('order' in message) || !message.return) throw new Error('The example is about no return.')
  const accepted = { ...message, return: { ...message.return, status: 'accepted' as const } }
  const textOf = async (returnFees: 'free' | 'customer' | undefined) =>
    (await renderEmail({ ...accepted, order: { ...accepted.order, returnFees } })).text
  expect(await textOf('free')).toContain('Sending it back is free for you.')
  expect(await textOf('customer')).toContain('You pay the courier for the way back')
  expect(await textOf(undefined)).not.toContain('way back')
})

it('a merchant reads which return is withdrawn', { tags: ['@req-11.25'] }, async () => {
  const message = exampleMessage('return decided', 'merchant', 'en')
  if (!('order' in message) || !message.return) throw new Error('The example is about no return.')
  const withdrawn = { ...message, return: { ...message.return, status: 'withdrawn' as const } }
  const { subject, text } = await renderEmail(withdrawn)
  expect(subject).toContain('Return withdrawn for order')
  expect(text).toContain(`Return ${message.return.id} has been withdrawn. The shopper keeps these pieces`)
})
