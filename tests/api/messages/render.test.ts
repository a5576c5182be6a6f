import fc from 'fast-check'
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, it } from 'vitest'

import type { OrderMessage } from '../../../api/messages/channel.ts'
import { formatPaise } from '../../../api/messages/content.ts'
import { renderEmail } from '../../../api/messages/email/render-email.ts'
import { EN } from '../../../api/messages/words/en.ts'
import { HI } from '../../../api/messages/words/hi.ts'
import { LANGUAGE_CODES } from '../../../contract/store-info.ts'
import { EXAMPLES, exampleMessage } from '../../kit/messages/example-messages.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const ALL = LANGUAGE_CODES.flatMap((language) => EXAMPLES.map((one) => ({ ...one, language })))

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

describe.each(ALL)('$kind to the $role in $language', ({ kind, role, language }) => {
  const message = exampleMessage(kind, role, language)

  it('has all its values, in HTML and as text', async () => {
    const { subject, html, text } = await renderEmail(message)
    expect(subject).not.toBe('')
    for (const part of [subject, html.replace(/<style>[^]*?<\/style>/, ''), text])
      expect(part).not.toMatch(UNFILLED)
    expect(text).not.toMatch(/<\w|&amp;/)
    if (role === 'shopper') expect(text).toMatch(/Meera/)
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
})

it('both languages have the same placeholders', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()
  for (const [name, text] of Object.entries(EN))
    expect(placeholders(HI[name as keyof typeof EN]), name).toEqual(placeholders(text))
})

it('amounts are written as while shopping', () => {
  expect([129_900, 12_345_650, 5].map((paise) => formatPaise(paise))).toEqual([
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

/** Texts of shops and shoppers, with what a renderer may take for its own. */
const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '$& $1', 'कुर्ता & "साड़ी"'),
)

const generated: fc.Arbitrary<OrderMessage> = fc
  .record({
    example: fc.constantFrom(...ALL),
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
  .map(({ example: { kind, role, language }, lines, address, shopName, note, reason }) => {
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
