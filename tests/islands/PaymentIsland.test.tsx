// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { PaymentIsland } from '../../src/islands/payment/PaymentIsland.tsx'
// Compiled before the clock of a test runs.
import '../../src/islands/payment/PaymentFlow.tsx'
import '../../src/lib/i18n/hi/browser.js'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { closeAndKeepStorage, closeIslandPage } from '../kit/browser/island.ts'
import { openShopperPage, type Responses } from '../kit/browser/shopper-page.ts'
const UPI_LINK = 'upi://pay?pa=shop@bank&pn=Silk%20Shop&am=1499.50&cu=INR&tr=PAY1'

const oneField = [{ name: 'method', label: 'Method', type: 'text', defaultValue: 'upi' }]

function open({
  fields = oneField,
  payment,
  path = '/payment?orderId=A1',
  store = { capabilities: [] },
  capabilities = store?.capabilities,
  responses: responses = {},
}: {
  fields?: object[]
  payment?: object
  path?: string
  /** What the page knows of the shop; `null` when its record could not be had. */
  store?: { capabilities: Capability[]; paymentHosts?: string[] } | null
  capabilities?: Capability[] | undefined
  responses?: Responses
} = {}) {
  const page = openShopperPage(path, {
    'GET /payments/fields': { body: { fields } },
    'GET /orders': { body: ['A1', 'B1'].map((id) => ({ id, status: 0 })) },
    'POST /payments': { body: payment ?? { success: true } },
    ...responses,
  })
  render(<PaymentIsland capabilities={capabilities} paymentHosts={store?.paymentHosts} />)
  return { ...page, user: userEvent.setup() }
}

const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: /Proceed to Payment|Processing/ })

async function pay(payment: object) {
  const page = open({ payment })
  await page.user.click(await submit())
  return page
}

function linksOf(region: HTMLElement | null): [text: string | null, href: string | null][] {
  return within(region ?? document.body)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
}

/** The browser shows the page again as it was left. */
function returnFromCache(): void {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
}

afterEach(closeIslandPage)
beforeEach(() => {
  globalThis.pageWords = undefined
})

describe('Payment: views', () => {
  test('fields that fail beside a list that fails: the message alone, and another try of both', async () => {
    const { user, responses } = open({
      responses: { 'GET /payments/fields': { status: 500 }, 'GET /orders': { status: 500 } },
    })
    await screen.findByRole('alert')
    expect(screen.queryByText(/couldn't check/)).toBeNull()
    responses['GET /payments/fields'] = { body: oneField }
    responses['GET /orders'] = { body: [{ id: 'A1', status: 0, total: 1499 }] }
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('₹1,499')).toBeDefined()
    expect(screen.queryByText(/couldn't check/)).toBeNull()
  })

  test('loading', { tags: ['@req-2.12'] }, () => {
    open({ responses: { 'GET /payments/fields': 'never' } })
    expect(screen.getByRole('status').textContent).toBe('Loading payment form...')
  })

  test.each<[string, Responses[string]]>([
    ['fails', { status: 500 }],
    ['cannot be reached', 'no answer'],
    ['cannot be read', { body: 'no list' }],
    ['does not have the order', { body: [{ id: 'B1', status: 0 }] }],
    ['has the order with the status "paid"', { body: [{ id: 'A1', status: 'paid' }] }],
    ['has the order with the status 7', { body: [{ id: 'A1', status: 7 }] }],
  ])(
    'a list that %s leaves the form, with a note that links orders and tracking',
    { tags: ['@req-10.27'] },
    async (_, list) => {
      const { user, posts } = open({ responses: { 'GET /orders': list } })
      expect(await screen.findByRole('form', { name: 'Complete Your Payment' })).toBeDefined()
      const note = await screen.findByText(
        "We couldn't check the status of order A1. You can still pay here.",
      )
      expect(screen.queryByRole('alert')).toBeNull()
      expect(linksOf(note.parentElement)).toEqual([
        ['View Your Orders', '/orders'],
        ['Track Order', '/track-order?id=A1'],
      ])
      await user.click(await submit())
      await waitFor(() => expect(posts.map(({ path }) => path)).toEqual(['/payments']))
    },
  )

  test(
    'a late list does not delay the form; an order that it shows as paid then takes no payment',
    { tags: ['@req-10.27'] },
    async () => {
      const list = Promise.withResolvers<{ body: object[] }>()
      open({ responses: { 'GET /orders': list.promise } })
      expect(await screen.findByRole('form', { name: 'Complete Your Payment' })).toBeDefined()
      expect(screen.queryByText(/couldn't check/)).toBeNull()
      list.resolve({ body: [{ id: 'A1', status: 1 }] })
      expect(await screen.findByRole('heading', { name: 'This order is already paid' })).toBeDefined()
      expect(screen.queryByRole('form')).toBeNull()
    },
  )

  test(
    'a late list gives the form its amount and keeps what is typed',
    { tags: ['@req-10.27'] },
    async () => {
      const list = Promise.withResolvers<{ body: object[] }>()
      const { user } = open({
        fields: [{ name: 'note', label: 'Note' }],
        responses: { 'GET /orders': list.promise },
      })
      await user.type(await screen.findByLabelText('Note'), 'typed')
      list.resolve({ body: [{ id: 'A1', status: 0, total: 1499 }] })
      expect(await screen.findByText('₹1,499')).toBeDefined()
      expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed')
    },
  )

  test.each([
    [1, 'This order is already paid'],
    [2, 'This order is already paid'],
    [3, 'This order is already paid'],
    [4, 'This order was cancelled'],
  ])(
    'an order that is found with status %i takes no payment',
    { tags: ['@req-10.27'] },
    async (status, title) => {
      open({ responses: { 'GET /orders': { body: [{ id: 'A1', status }] } } })
      expect(await screen.findByRole('heading', { name: title })).toBeDefined()
      expect(screen.queryByRole('form')).toBeNull()
    },
  )

  test.each([
    [{ items: [{ quantity: '2', price: '749.75' }] }, '₹1,499.5'],
    [{ items: [{ quantity: 1, price: 'free' }] }, 'Not available'],
    [{ items: [{ quantity: 1, price: 'free' }], total: 1499 }, '₹1,499'],
  ])(
    'the form of %j names the amount %s and the order',
    { tags: ['@decision-1.3', '@req-2.12'] },
    async (details, amount) => {
      open({ responses: { 'GET /orders': { body: [{ id: 'A1', status: 0, ...details }] } } })
      const form = await screen.findByRole('form', { name: 'Complete Your Payment' })
      const facts = within(form)
        .getAllByRole('definition')
        .map((fact) => fact.textContent)
      expect(facts).toEqual([amount, 'A1'])
    },
  )

  test(
    'a page from the back/forward cache fetches the order again and keeps what is typed',
    { tags: ['@req-10.27'] },
    async () => {
      const { user, responses: responses } = open({
        fields: [{ name: 'note', label: 'Note' }],
        payment: { success: false, error: 'No' },
      })
      await user.type(await screen.findByLabelText('Note'), 'typed')
      responses['GET /orders'] = 'no answer'
      act(() => returnFromCache())
      await screen.findByText("We couldn't check the status of order A1. You can still pay here.")
      expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed')
      responses['GET /orders'] = { body: [{ id: 'A1', status: 0 }] }
      act(() => returnFromCache())
      await waitFor(() => expect(screen.queryByText(/couldn't check/)).toBeNull())
      expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed')
      responses['GET /orders'] = { body: [{ id: 'A1', status: 1 }] }
      act(() => returnFromCache())
      expect(await screen.findByRole('heading', { name: 'This order is already paid' })).toBeDefined()
    },
  )

  test('an unconfirmed payment shows its message, and a duplicate one announces its refund', async () => {
    open({ path: '/payment?orderId=A1&result=pending' })
    expect((await screen.findByRole('alert')).textContent).toContain("isn't confirmed yet")
    closeIslandPage()
    open({
      path: '/payment?orderId=A1&result=refund',
      responses: { 'GET /orders': { body: [{ id: 'A1', status: 1 }] } },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('refund this payment')
    closeIslandPage()
    open({ path: '/payment?orderId=A1&result=%3Cb%3E' })
    await submit()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a declined payment shows its message until the next try', async () => {
    const { user } = open({
      path: '/payment?orderId=A1&result=declined',
      payment: { success: false, error: 'No' },
    })
    expect((await screen.findByRole('alert')).textContent).toContain("declined and you weren't charged")
    await user.click(await submit())
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('No'))
    expect(location.search).toBe('?orderId=A1')
  })
})

describe('the dynamic form', () => {
  test('while the payment is sent the button is disabled', { tags: ['@req-5.7', '@req-10.22'] }, async () => {
    const { user, posts } = open({ responses: { 'POST /payments': 'never' } })
    await user.dblClick(await submit())
    await waitFor(() => expect(posts).toHaveLength(1))
    expect((await submit()).textContent).toBe('Processing...')
    expect((await submit()).disabled).toBe(true)
  })
})

describe('payment flow', () => {
  test('where the shop lists its payment hosts no other is opened, not even by a late response', async () => {
    const late = Promise.withResolvers<{ body: object }>()
    const elsewhere = { body: { success: true, redirectUrl: 'https://elsewhere.example/pay' } }
    const store = { capabilities: ['idempotency-key'] as Capability[], paymentHosts: ['pay.example'] }
    const {
      user,
      responses: responses,
      visits,
    } = open({ store, responses: { 'POST /payments': late.promise } })
    await user.click(await submit())
    const failure = 'Failed to process payment. Please try again later.'
    expect((await screen.findByRole('alert', undefined, { timeout: 4000 })).textContent).toBe(failure)
    late.resolve(elsewhere)
    await waitFor(async () => expect((await submit()).disabled).toBe(false))
    expect(visits).toEqual([])
    responses['POST /payments'] = elsewhere
    await user.click(await submit())
    expect((await screen.findByRole('alert')).textContent).toBe(failure)
    responses['POST /payments'] = { body: { success: true, redirectUrl: 'https://pay.example/A1' } }
    await user.click(await submit())
    await waitFor(() => expect(visits).toEqual(['https://pay.example/A1']))
  })

  test('a page without store info loads it before it pays', async () => {
    const {
      user,
      responses: responses,
      posts,
      visits,
    } = open({
      store: null,
      payment: { success: true, redirectUrl: 'https://elsewhere.example/pay' },
      responses: { 'GET /storeInfo': { status: 500 } },
    })
    await user.click(await submit())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to process payment. Please try again later.',
    )
    expect(posts).toEqual([])
    responses['GET /storeInfo'] = {
      body: { storeName: 'Silk', capabilities: ['idempotency-key'], paymentHosts: ['pay.example'] },
    }
    await user.click(await submit())
    await waitFor(() => expect(posts).toHaveLength(1))
    expect(posts[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    await screen.findByRole('alert')
    expect(visits).toEqual([])
  })
})

describe('while the code is on screen', () => {
  test('"I have paid" looks at once; a paid order moves on', async () => {
    const {
      user,
      responses: responses,
      visits,
    } = await pay({ success: true, action: { type: 'qr', qr: UPI_LINK } })
    const button = await screen.findByRole('button', { name: 'I have paid' })
    expect(screen.getByRole('status').textContent).toContain('Waiting for your payment')
    await user.click(button)
    expect(screen.getByRole('status').textContent).toContain('Check My Orders before you pay again')
    expect(visits).toEqual([])
    responses['GET /orders'] = { body: [{ id: 'A1', status: 1 }] }
    await user.click(button)
    await waitFor(() => expect(visits).toEqual(['/order-success']))
    expect(screen.getByRole('status').textContent).toContain('Payment received')
  })
})

describe('a payment that the shop confirms itself', () => {
  const action = { type: 'qr', qr: UPI_LINK }
  const payment = { success: true, action, confirmation: { by: 'shop', withinHours: 24 } }

  test('sends the reference with the earlier fields; a refused one can be corrected', async () => {
    const { user, responses: responses, posts } = await pay(payment)
    const field = await screen.findByRole('textbox', { name: 'UPI reference number (optional)' })
    await user.type(field, '4123')
    const refusal = 'A UPI reference number has 12 digits. Check it or leave it empty.'
    responses['POST /payments'] = { body: { success: false, error: refusal } }
    await user.click(screen.getByRole('button', { name: 'I have paid' }))
    await screen.findByText(refusal)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    responses['POST /payments'] = { body: payment }
    await user.type(field, '45678901')
    await user.click(screen.getByRole('button', { name: 'I have paid' }))
    expect(await screen.findByRole('link', { name: 'My Orders' })).toBeDefined()
    expect(posts.at(-1)?.body).toEqual({
      orderId: 'A1',
      fields: { method: 'upi', reference: '412345678901' },
    })
  })

  test('moves on when the shop confirms while the page is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'Date'] })
    const { responses: responses, visits } = await pay(payment)
    await screen.findByRole('button', { name: 'I have paid' })
    responses['GET /orders'] = { body: [{ id: 'A1', status: 1 }] }
    await vi.advanceTimersByTimeAsync(3000)
    await waitFor(() => expect(visits).toEqual(['/order-success']))
    vi.useRealTimers()
  })

  test.each([{ by: 'bank' }, { by: 'shop', withinHours: 'soon' }, null, 7])(
    'an odd confirmation (%j) is as if there were none',
    async (confirmation) => {
      await pay({ ...payment, confirmation })
      await screen.findByRole('button', { name: 'I have paid' })
      expect(screen.getByRole('status').textContent).toContain('Waiting for your payment')
    },
  )
})

describe('idempotency-key', () => {
  test('two orders that are paid side by side keep a key each', async () => {
    const keys = []
    for (const order of ['A1', 'B1', 'A1', 'B1']) {
      const { user, posts } = open({
        path: `/payment?orderId=${order}`,
        capabilities: ['idempotency-key'],
        responses: { 'POST /payments': 'no answer' },
      })
      await user.click(await submit())
      await screen.findByRole('alert')
      keys.push(posts[0]?.idempotencyKey)
      closeAndKeepStorage()
    }
    expect(keys[1]).not.toBe(keys[0])
    expect(keys.slice(2)).toEqual(keys.slice(0, 2))
  })
})

const METHOD = {
  name: 'method',
  label: 'How would you like to pay?',
  type: 'select',
  rules: { required: true },
  rulesMessages: ['Choose a way to pay'],
  options: [
    { value: 'cash', label: 'Cash on delivery', kind: 'cod' },
    { value: 'card', label: 'Card', kind: 'card' },
    { value: 'app', label: 'UPI app', kind: 'upi' },
    { value: 'code', label: 'UPI QR code', kind: 'qr' },
  ],
}
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'
const WEB_VIEW = ANDROID.replace('Pixel 9', 'Pixel 9; wv')

function useBrowser(userAgent: string): void {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
}

describe('payment methods with kinds', () => {
  const names = async () => {
    await screen.findByRole('radiogroup', { name: 'How would you like to pay?' })
    return screen.getAllByRole('radio').map((radio) => {
      const id = radio.getAttribute('aria-labelledby') ?? ''
      return document.getElementById(id)?.textContent
    })
  }

  test('are large choices, the QR code first on computers', { tags: ['@req-11.18'] }, async () => {
    const { user, posts } = open({ fields: [METHOD] })
    expect(await names()).toEqual(['UPI QR code', 'Card', 'UPI app', 'Cash on delivery'])
    expect((await submit()).disabled).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'Cash on delivery' }))
    await user.click(await submit())
    await waitFor(() => expect(posts[0]?.body).toEqual({ orderId: 'A1', fields: { method: 'cash' } }))
  })

  test('begin with the UPI app on phones', { tags: ['@req-11.18'] }, async () => {
    useBrowser(ANDROID)
    open({ fields: [METHOD] })
    expect((await names())[0]).toBe('UPI app')
  })

  test('stay a select when an option has no kind', { tags: ['@req-11.18'] }, async () => {
    const options = [...METHOD.options, { value: 'other', label: 'Other' }]
    open({ fields: [{ ...METHOD, options }] })
    expect(await screen.findByRole('combobox', { name: 'How would you like to pay?' })).toBeDefined()
    expect(screen.queryByRole('radio')).toBeNull()
  })
})

describe('the line above the button', () => {
  const line = (text: string) => screen.findByText(text, { selector: 'strong' })
  const order = { 'GET /orders': { body: [{ id: 'A1', status: 0, total: 1499 }] } }

  test.each([
    ['UPI QR code', '₹1,499 by UPI', 'A QR code comes next.'],
    ['UPI app', '₹1,499 by UPI', 'Your payment app opens next.'],
    ['Card', 'Card: ₹1,499', "The payment provider's page opens next."],
    [
      'Cash on delivery',
      'Cash on delivery: keep ₹1,499 ready',
      'You pay nothing now. The button confirms your order.',
    ],
  ])('for %s says %s', { tags: ['@req-2.12'] }, async (name, text, next) => {
    const { user } = open({ fields: [METHOD], responses: order })
    await user.click(await screen.findByRole('radio', { name }))
    expect(await line(text)).toBeDefined()
    expect(screen.getByText(next)).toBeDefined()
    expect((await submit()).textContent).toBe('Proceed to Payment')
  })

  test.each([
    [{}, 'A store text'],
    [{ fee: 4900 }, 'Cash on delivery is possible and costs ₹49 more.'],
    [
      { reason: 'amount', max: 1_000_000 },
      'No cash on delivery for this order: it is possible up to ₹10,000.',
    ],
    [{ reason: 'pin-code' }, 'Pay online: no cash on delivery here.'],
    [{ reason: 'made up' }, 'No cash on delivery for this order.'],
  ])('says of cash with %j %s', { tags: ['@req-11.20'] }, async (cash, text) => {
    const others = METHOD.options.filter(({ kind }) => kind !== 'cod')
    const terms =
      'reason' in cash
        ? { options: others, notOffered: [{ kind: 'cod', ...cash }] }
        : {
            options: METHOD.options.map((option) =>
              option.kind === 'cod' ? { ...option, ...cash } : option,
            ),
          }
    open({ fields: [{ ...METHOD, description: 'A store text', ...terms }], responses: order })
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByText('A store text') === null).toBe(text !== 'A store text')
  })

  test('counts the fee of cash', { tags: ['@req-2.12', '@req-11.20'] }, async () => {
    const options = METHOD.options.map((option) =>
      option.kind === 'cod' ? { ...option, fee: 4950 } : option,
    )
    const { user } = open({ fields: [{ ...METHOD, options }], responses: order })
    await user.click(await screen.findByRole('radio', { name: 'Cash on delivery' }))
    expect(await line('Cash on delivery: keep ₹1,548.5 ready')).toBeDefined()
  })

  test(
    'names no amount while it is unknown, and nothing without kinds',
    { tags: ['@req-2.12'] },
    async () => {
      const { user } = open({ fields: [METHOD], responses: { 'GET /orders': 'no answer' } })
      await user.click(await screen.findByRole('radio', { name: 'Card' }))
      expect(screen.getByText("The payment provider's page opens next.")).toBeDefined()
      expect(screen.queryByText(/^Card: /)).toBeNull()
      closeIslandPage()
      open({ responses: order })
      await screen.findByText('₹1,499')
      expect(screen.queryByText(/by UPI|keep|next/)).toBeNull()
    },
  )

  test('in Hindi', { tags: ['@req-11.12'] }, async () => {
    globalThis.pageWords = globalThis.wordsByLanguage?.hi
    open({ fields: [{ ...METHOD, defaultValue: 'cash' }], responses: order })
    expect(await line('कैश ऑन डिलीवरी: ₹1,499 नक़द तैयार रखें')).toBeDefined()
  })
})

describe('after a reload', () => {
  const PHONE = { name: 'phone', label: 'Mobile number', type: 'tel', rules: { required: true } }
  const qr = { type: 'qr', qr: UPI_LINK }

  /** The same page in the same tab. */
  function reload(options: Parameters<typeof open>[0] = {}) {
    closeAndKeepStorage()
    return open(options)
  }

  test('the code of the same payment is still there', { tags: ['@req-2.12'] }, async () => {
    await pay({ success: true, action: qr })
    await screen.findByRole('heading', { name: 'Scan QR Code to Complete Payment' })
    const { posts, visits, responses } = reload()
    await screen.findByRole('heading', { name: 'Scan QR Code to Complete Payment' })
    expect(screen.getByText('PAY1')).toBeDefined()
    expect(posts).toEqual([])
    responses['GET /orders'] = { body: [{ id: 'A1', status: 1 }] }
    await userEvent.setup().click(screen.getByRole('button', { name: 'I have paid' }))
    await waitFor(() => expect(visits).toEqual(['/order-success']))
  })

  test('the payment app is not opened a second time', { tags: ['@req-2.12'] }, async () => {
    const { visits } = await pay({ success: true, action: { type: 'deeplink', redirectUrl: UPI_LINK } })
    await screen.findByRole('link', { name: 'Open payment app' })
    expect(visits).toEqual([UPI_LINK])
    const again = reload()
    expect(await screen.findByRole('link', { name: 'Open payment app' })).toBeDefined()
    expect(again.visits).toEqual([])
  })

  test('an order that was paid meanwhile is thanked for', { tags: ['@req-2.12'] }, async () => {
    await pay({ success: true, action: qr })
    await screen.findByRole('heading', { name: 'Scan QR Code to Complete Payment' })
    const { visits } = reload({ responses: { 'GET /orders': { body: [{ id: 'A1', status: 1 }] } } })
    await waitFor(() => expect(visits).toEqual(['/order-success']))
  })

  test.each([
    ['another order', { path: '/payment?orderId=B1' }, qr],
    ['a code that has expired', {}, { ...qr, expiresAt: '2020-01-01T00:00:00Z' }],
  ])(
    '%s shows the form',
    { tags: ['@req-2.12'] },
    async (
      _,
      options,
      {
        expiresAt,
        ...action
      }: object & {
        expiresAt?: string
      },
    ) => {
      await pay({ success: true, action, ...(expiresAt !== undefined && { expiresAt }) })
      await screen.findByRole('heading', { name: 'Scan QR Code to Complete Payment' })
      reload(options)
      expect(await screen.findByRole('form', { name: 'Complete Your Payment' })).toBeDefined()
      expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull()
    },
  )

  test('a payment that the shopper gave up shows the form', { tags: ['@req-2.12'] }, async () => {
    const { user } = await pay({ success: true, action: qr })
    await user.click(await screen.findByRole('button', { name: 'Try another way to pay' }))
    reload()
    await screen.findByRole('form', { name: 'Complete Your Payment' })
    expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull()
  })

  test('the way back leads to the way to pay that was chosen', { tags: ['@req-2.12'] }, async () => {
    const { user } = open({ fields: [METHOD], payment: { success: true, action: qr } })
    await user.click(await screen.findByRole('radio', { name: 'UPI QR code' }))
    await user.click(await submit())
    await user.click(await screen.findByRole('button', { name: 'Try another way to pay' }))
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'UPI QR code' }))
  })

  test(
    'the reference goes with the earlier fields, and no password is stored',
    { tags: ['@req-11.14'] },
    async () => {
      const fields = [...oneField, { name: 'pin', label: 'PIN', type: 'password' }]
      const payment = { success: true, action: qr, confirmation: { by: 'shop', withinHours: 24 } }
      const { user } = open({ fields, payment })
      await user.type(await screen.findByLabelText('PIN'), '4711')
      await user.click(await submit())
      await screen.findByRole('textbox', { name: 'UPI reference number (optional)' })
      expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('4711')
      const { posts } = reload({ fields, payment })
      const reference = await screen.findByRole('textbox', { name: 'UPI reference number (optional)' })
      const again = userEvent.setup()
      await again.type(reference, '412345678901')
      await again.click(screen.getByRole('button', { name: 'I have paid' }))
      await waitFor(() =>
        expect(posts[0]?.body).toEqual({
          orderId: 'A1',
          fields: { method: 'upi', reference: '412345678901' },
        }),
      )
    },
  )

  test(
    'the chosen way to pay and the phone number stay, also after a decline',
    { tags: ['@req-2.12'] },
    async () => {
      const fields = [METHOD, PHONE, { name: 'note', label: 'Note' }]
      const { user } = open({ fields })
      await user.click(await screen.findByRole('radio', { name: 'Card' }))
      await user.type(screen.getByLabelText('Mobile number *'), '9876543210')
      await user.type(screen.getByLabelText('Note'), 'a secret')
      reload({ fields, path: '/payment?orderId=A1&result=declined' })
      const card = await screen.findByRole<HTMLInputElement>('radio', { name: 'Card' })
      expect(card.checked).toBe(true)
      expect(screen.getByLabelText<HTMLInputElement>('Mobile number *').value).toBe('+919876543210')
      expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('')
      expect((await submit()).disabled).toBe(false)
    },
  )

  test('the phone number of the order is there from the start', { tags: ['@req-3.10'] }, async () => {
    open({ fields: [{ ...PHONE, defaultValue: '98765 43210' }] })
    expect((await screen.findByLabelText<HTMLInputElement>('Mobile number *')).value).toBe('+919876543210')
    expect((await submit()).disabled).toBe(false)
  })
})

test('without a code on screen the time left is that of the payment', { tags: ['@req-11.18'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-21T10:00:00Z') })
  const { user } = open({
    payment: {
      success: true,
      action: { type: 'deeplink', redirectUrl: 'phonepe://pay?id=1' },
      expiresAt: '2026-11-21T10:01:30Z',
    },
  })
  await user.click(await submit())
  expect((await screen.findByRole('timer')).textContent).toMatch(/^Pay within 1:[23]\d$/)
  await act(() => vi.advanceTimersByTimeAsync(90_000))
  expect(screen.getByRole('alert').textContent).toBe(
    'The time for this payment is over. Try another way to pay to start a new one.',
  )
  vi.useRealTimers()
})

describe('payment state', () => {
  const store = { capabilities: ['payment-state' as const] }

  test('an order that is paid at delivery says so', { tags: ['@req-11.20'] }, async () => {
    open({
      store,
      responses: { 'GET /orders/A1/payment': { body: { state: 'on-delivery', total: 10 } } },
    })
    expect(await screen.findByRole('heading', { name: 'Your order is accepted' })).toBeDefined()
  })

  test('an order that the shop moved on unpaid is neither called paid nor asks for payment', async () => {
    open({
      store,
      responses: { 'GET /orders/A1/payment': { body: { state: 'accepted', total: 10 } } },
    })
    expect(await screen.findByRole('heading', { name: 'Your order is accepted' })).toBeDefined()
    expect(screen.getByText('You need not pay here. Follow it in My Orders.')).toBeDefined()
    expect(screen.queryByText(/already paid/)).toBeNull()
    expect(screen.queryByRole('form')).toBeNull()
  })

  test('a code counts down and disappears when it has expired', { tags: ['@req-11.18'] }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-21T10:00:00Z') })
    const { user } = open({
      payment: {
        success: true,
        action: { type: 'qr', qr: UPI_LINK },
        expiresAt: '2026-11-21T10:01:30Z',
      },
    })
    await user.click(await submit())
    expect((await screen.findByRole('timer')).textContent).toMatch(/^This code is valid for 1:[23]\d$/)
    await act(() => vi.advanceTimersByTimeAsync(90_000))
    expect(screen.getByRole('alert').textContent).toBe(
      'This code has expired. Try another way to pay to get a new one.',
    )
    expect(screen.queryByRole('img', { name: 'QR code for this payment' })).toBeNull()
    vi.useRealTimers()
  })
})

test('the link to a payment app disappears when it has expired', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-21T10:00:00Z') })
  const { user } = open({
    payment: {
      success: true,
      action: { type: 'deeplink', redirectUrl: UPI_LINK },
      expiresAt: '2026-11-21T10:01:30Z',
    },
  })
  await user.click(await submit())
  expect(await screen.findByRole('link', { name: 'Open payment app' })).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(90_000))
  expect(screen.queryByRole('link', { name: 'Open payment app' })).toBeNull()
  expect(screen.queryByRole('img', { name: 'QR code for this payment' })).toBeNull()
  vi.useRealTimers()
})

describe('inside another app', () => {
  test(
    'the link of another payment app opens by a press',
    { tags: ['@req-10.30', '@req-11.19'] },
    async () => {
      useBrowser(WEB_VIEW)
      const redirectUrl = 'phonepe://pay?id=1'
      const { user, visits } = open({ payment: { success: true, action: { type: 'deeplink', redirectUrl } } })
      await user.click(await submit())
      const link = await screen.findByRole('link', { name: 'Open payment app' })
      expect(link.getAttribute('href')).toBe(redirectUrl)
      expect(
        screen.getByText('Press "Open payment app" and approve the payment there, then come back.'),
      ).toBeDefined()
      expect(visits).toEqual([])
    },
  )

  test('the browser and the app come before the code', { tags: ['@req-10.30', '@req-11.19'] }, async () => {
    useBrowser(WEB_VIEW)
    const { user } = open({
      store: { capabilities: ['payment-links'] },
      payment: { success: true, action: { type: 'deeplink', redirectUrl: UPI_LINK } },
      responses: { 'POST /orders/A1/payment-link': { body: { token: 'z'.repeat(43) } } },
    })
    await user.click(await submit())
    const code = await screen.findByRole('heading', { name: 'Scan QR Code to Complete Payment' })
    expect(document.activeElement?.textContent).toBe('Complete Your Payment in Your App')
    for (const name of ['Open in your browser', 'Open payment app']) {
      const link = screen.getByRole('link', { name })
      expect(link.compareDocumentPosition(code)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    }
    const qr = await screen.findByRole('img', { name: 'QR code for this payment' })
    expect(code.compareDocumentPosition(qr)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('without payment links a sentence explains what to do', async () => {
    useBrowser(WEB_VIEW)
    open()
    expect((await screen.findAllByText('Payment apps may not open inside this app')).length).toBeGreaterThan(
      0,
    )
    expect(screen.queryByRole('button', { name: 'Get a payment link' })).toBeNull()
  })
})

test('a payment link can be copied and sent by WhatsApp', { tags: ['@req-11.19'] }, async () => {
  const token = 'y'.repeat(60)
  const { user } = open({
    store: { capabilities: ['payment-links'] },
    responses: { 'POST /orders/A1/payment-link': { body: { token } } },
  })
  await user.click(await screen.findByRole('button', { name: 'Get a payment link' }))
  const whatsApp = await screen.findByRole('link', { name: 'Share on WhatsApp' })
  expect(decodeURIComponent(whatsApp.getAttribute('href') ?? '')).toContain(`/pay/${token}`)
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('Link copied')).toBeDefined()
  expect(await navigator.clipboard.readText()).toContain(`/pay/${token}`)
})

test(
  'a payment link is sent with its reference instead of the order number, and can be ended',
  { tags: ['@req-11.19'] },
  async () => {
    const token = 'z'.repeat(43)
    const { user, calls } = open({
      store: { capabilities: ['payment-links'] },
      responses: {
        'POST /orders/A1/payment-link': { body: { token, reference: '4TQ8-XK2M' } },
        'DELETE /orders/A1/payment-link': {},
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Get a payment link' }))
    const whatsApp = await screen.findByRole('link', { name: 'Share on WhatsApp' })
    const text = new URL(whatsApp.getAttribute('href') ?? '').searchParams.get('text')
    expect(text).toBe(`Pay for this order (4TQ8-XK2M): ${location.origin}/pay/${token}`)
    await user.click(screen.getByRole('button', { name: 'End this link' }))
    expect(await screen.findByText('The link no longer works.')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Share on WhatsApp' })).toBeNull()
    expect(calls.map(({ path: called }) => called)).toContain('DELETE /orders/A1/payment-link')
  },
)
