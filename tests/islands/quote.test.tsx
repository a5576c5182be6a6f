// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'

// Compiled before the clock of a test runs.
import '../../src/islands/checkout/AddressChoices.tsx'
import '../../src/islands/quote/CartQuote.tsx'
import '../../src/islands/quote/CheckoutQuote.tsx'
import '../../src/lib/checkout/outcome-text.ts'
import '../../src/lib/checkout/place-order.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { CartIsland } from '../../src/islands/cart/CartIsland.tsx'
import { CheckoutIsland } from '../../src/islands/checkout/CheckoutIsland.tsx'
import { readPurchase } from '../../src/lib/analytics/purchase.ts'
import { checkSession } from '../../src/lib/auth/session-store.ts'
import { $cart } from '../../src/lib/cart/cart-store.ts'
import { closeIslandPage, toastTexts } from '../kit/browser/island.ts'
import { openShopperPage, type Responses } from '../kit/browser/shopper-page.ts'

const CAPABILITIES: Capability[] = [
  ...(['quotes', 'pincodes', 'offers', 'order-lines', 'variants', 'stock'] as const),
  'expected-total',
]

const NO_PIN_CODE = 'A PIN code in India has 6 digits, the first not 0. Please check it.'

const kurta = {
  id: 'k',
  name: 'Kurta',
  image: '',
  price: 1000,
  quantity: 1,
  selectedSize: 'M',
  variantId: 'k-m',
}
const saree = { id: 's', name: 'Saree', image: '', price: 2000, quantity: 1 }
const address = {
  'PIN Code': '110001',
  'Full Name': 'Meera Nair',
  Address: '12 MG Road',
  City: 'Kochi',
  State: 'Kerala',
  Phone: '98765 43210',
}

interface Request {
  lines: { productId: string; quantity: number; variantId?: string }[]
  postalCode?: string
  offerCode?: string
}

/** What the fake store knows: prices in paise and pieces left by product, and PIN codes. */
interface Shop {
  prices: Record<string, { unitPrice?: number; compareAt?: number; left?: number; issue?: string }>
  pinCodes: Record<string, object>
  methods: object[]
  discount?: { code?: string; label: string; amount: number }
  offerRefusal?: object
}

const SHOP: Shop = {
  prices: { k: { unitPrice: 100_000, compareAt: 150_000, left: 2 }, s: { unitPrice: 200_000 } },
  pinCodes: {
    '110001': { served: true, by: '2026-11-29', city: 'New Delhi', state: 'Delhi' },
    '560001': { served: true, by: '2026-12-01', city: 'Bengaluru', state: 'Karnataka' },
    '682555': { served: false, city: 'Kavaratti', state: 'Lakshadweep' },
  },
  methods: [
    { kind: 'qr', offered: true },
    { kind: 'card', offered: true },
    { kind: 'cod', offered: true },
  ],
}

function quoteOf(shop: Shop, { lines, postalCode, offerCode }: Request) {
  const subtotal = lines.reduce(
    (sum, line) => sum + (shop.prices[line.productId]?.unitPrice ?? 0) * line.quantity,
    0,
  )
  const isApplied = shop.discount && (shop.discount.code === undefined || shop.discount.code === offerCode)
  const total = subtotal - (isApplied ? (shop.discount?.amount ?? 0) : 0)
  return {
    lines: lines.map((line) => ({ ...line, ...shop.prices[line.productId] })),
    subtotal,
    ...(isApplied && { discount: shop.discount }),
    ...(offerCode && !isApplied && { offerRefusal: shop.offerRefusal ?? { reason: 'unknown' } }),
    total,
    payable: total,
    delivery: postalCode === undefined ? { by: '2026-12-05' } : shop.pinCodes[postalCode],
    methods: shop.methods,
  }
}

/** Opens a page of a shop with quotes; `shop` may change while it is open. */
function openShop(path: string, shop: Shop, responses: Responses = {}, capabilities = CAPABILITIES) {
  const page = openShopperPage(path, {
    'POST /orders': { status: 201, body: { id: 'A 1' } },
    'GET /accountInfo': { body: { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com' } },
    ...responses,
  })
  const { fetch } = globalThis
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    if (!url.endsWith('/quotes') || responses['POST /quotes'] !== undefined) return fetch(url, init)
    page.calls.push({ path: 'POST /quotes', authorization: null, body: JSON.parse(init.body as string) })
    return Response.json(quoteOf(shop, JSON.parse(init.body as string)))
  }) as typeof globalThis.fetch
  checkSession()
  render(
    path === '/cart' ? (
      <CartIsland capabilities={capabilities} delivery="Free shipping across India." />
    ) : (
      <CheckoutIsland capabilities={capabilities} terms={['Free shipping across India.']} />
    ),
  )
  return { ...page, user: userEvent.setup() }
}

const summary = () => screen.getByRole('region', { name: /Summary$/ })
const pinCode = () => screen.findByLabelText<HTMLInputElement>('PIN Code')
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = () => screen.getByRole('button', { name: 'Create Order' })

async function fillAddress(user: ReturnType<typeof userEvent.setup>, changes: Partial<typeof address> = {}) {
  for (const [label, text] of Object.entries({ ...address, ...changes })) {
    await user.clear(field(label))
    await user.type(field(label), text)
  }
}

afterEach(closeIslandPage)

describe('the cart of a shop with quotes', () => {
  test('shows prices, savings, and by the PIN code of the visit the day of arrival and cash', async () => {
    $cart.set([{ ...kurta, price: 1100 }, saree])
    const { user, calls } = openShop('/cart', SHOP)
    expect(await screen.findByText('Price changed from ₹1,100 to ₹1,000')).toBeDefined()
    expect(summary().textContent).toContain('Subtotal (2 items)₹3,000')
    expect(summary().textContent).toContain('You save ₹500')
    expect(await screen.findByText('Arrives by 5 December 2026')).toBeDefined()
    expect(screen.queryByText('Cash on delivery is possible.')).toBeNull()
    await user.type(await pinCode(), '११० ००१')
    expect(await screen.findByText('Arrives by 29 November 2026')).toBeDefined()
    expect(screen.getByText('Cash on delivery is possible.')).toBeDefined()
    expect(sessionStorage.getItem('pin-code')).toBe('110001')
    expect(calls.filter(({ path }) => path !== 'POST /quotes')).toEqual([])
  })

  test('says where the shop does not deliver, and what a PIN code is', async () => {
    $cart.set([saree])
    sessionStorage.setItem('pin-code', '682555')
    const { user } = openShop('/cart', SHOP)
    expect((await screen.findByText(/The shop doesn't deliver to 682555 yet/)).className).toContain(
      'text-danger',
    )
    expect(screen.queryByText('Free shipping across India.')).toBeNull()
    for (const code of ['999', '011001']) {
      await user.clear(await pinCode())
      expect(screen.queryByText(NO_PIN_CODE)).toBeNull()
      await user.type(await pinCode(), code)
      await user.click(screen.getByRole('button', { name: 'Check' }))
      expect(screen.getByText(NO_PIN_CODE)).toBeDefined()
      expect(document.activeElement).toBe(await pinCode())
    }
  })

  test('stops the stepper at what is left, and Checkout leads to a line with too many', async () => {
    $cart.set([{ ...kurta, quantity: 5 }, saree])
    const { user, visits } = openShop('/cart', SHOP)
    const shown = await screen.findByText('Only 2 left. Lower the quantity to continue.')
    await user.click(screen.getByRole('button', { name: 'Checkout' }))
    expect(visits).toEqual([])
    expect(document.activeElement).toBe(shown)
    expect(toastTexts()).toEqual(['Too few pieces left / Lower the quantity of Kurta to continue.'])
    const less = screen.getByRole('button', { name: 'Decrease quantity of Kurta, Size: M' })
    await user.tripleClick(less)
    expect(screen.getByText('Only 2 left')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Increase quantity of Kurta, Size: M' }))
    expect($cart.get()[0]?.quantity).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Checkout' }))
    expect(visits).toEqual(['/checkout'])
  })

  test('looks up a product only where the shopper must choose again', async () => {
    $cart.set([kurta, { ...saree, selectedSize: 'S' }])
    const { calls } = openShop(
      '/cart',
      { ...SHOP, prices: { ...SHOP.prices, s: { issue: 'size-unavailable' } } },
      {
        'GET /products/s': {
          body: {
            id: 's',
            title: 'Saree',
            regularPrice: 2000,
            attributes: [{ key: 'Size', value: ['M', 'L'] }],
          },
        },
      },
    )
    expect(await screen.findByText('Size S is no longer available. Select another.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'L' })).toBeDefined()
    expect(calls.map(({ path }) => path)).not.toContain('GET /products/k')
  })

  test('a quote that fails changes nothing, blocks nothing, and is said', async () => {
    $cart.set([kurta, saree])
    const { user, visits } = openShop('/cart', SHOP, { 'POST /quotes': { status: 500 } })
    expect(await screen.findByText(/We couldn't check prices and delivery/)).toBeDefined()
    expect($cart.get()).toEqual([kurta, saree])
    expect(summary().textContent).toContain('₹3,000')
    await user.click(screen.getByRole('button', { name: 'Checkout' }))
    expect(visits).toEqual(['/checkout'])
  })

  test('a code of a link waits; a typed one that gives nothing says why', async () => {
    $cart.set([saree])
    localStorage.setItem('offer-code', 'WELCOME10')
    const shop = { ...SHOP, discount: { code: 'WELCOME10', label: 'Welcome', amount: 20_000 } }
    const { user } = openShop('/cart', shop)
    expect(await screen.findByText('WELCOME10 is applied.')).toBeDefined()
    expect(summary().textContent).toContain('Discount: Welcome−₹200To pay₹1,800')
    await user.click(screen.getByRole('button', { name: 'Remove the code' }))
    await waitFor(() => expect(summary().textContent).not.toContain('Discount'))
    expect(localStorage.getItem('offer-code')).toBeNull()
    await user.type(field('Offer code'), 'holi 20{Enter}')
    expect(await screen.findByText("This shop doesn't know the code HOLI20.")).toBeDefined()
    expect(summary().textContent).toContain('₹2,000')
  })

  test('a changed cart keeps its discount until its quote is there', async () => {
    $cart.set([saree])
    localStorage.setItem('offer-code', 'WELCOME10')
    const shop = { ...SHOP, discount: { code: 'WELCOME10', label: 'Welcome', amount: 20_000 } }
    const { user } = openShop('/cart', shop)
    await screen.findByText('WELCOME10 is applied.')
    shop.discount = { ...shop.discount, amount: 40_000 }
    await user.click(screen.getByRole('button', { name: 'Increase quantity of Saree' }))
    expect(summary().textContent).toContain(
      'Subtotal (2 items)₹4,000Discount: Welcome−₹200To pay₹3,800You save ₹200',
    )
    await waitFor(() => expect(summary().textContent).toContain('Discount: Welcome−₹400To pay₹3,600'))
  })
})

describe('the checkout of a shop with quotes', () => {
  test('asks for the PIN code first; another PIN code replaces what it filled, not what is typed', async () => {
    $cart.set([saree])
    const { user, posts, visits } = openShop('/checkout', SHOP)
    const [first] = screen.getAllByRole('textbox')
    expect(first).toBe(field('PIN Code'))
    await waitFor(() => expect(field('Full Name').value).toBe('Asha Rao'))
    await user.type(field('PIN Code'), '110001')
    await waitFor(() => expect(field('City').value).toBe('New Delhi'))
    await user.clear(field('State'))
    await user.type(field('State'), 'NCT')
    await user.clear(field('PIN Code'))
    await user.type(field('PIN Code'), '560001')
    await waitFor(() => expect(field('City').value).toBe('Bengaluru'))
    expect(field('State').value).toBe('NCT')
    await waitFor(() =>
      expect(summary().textContent).toContain('Arrives by 1 December 2026Pay by UPI or card.'),
    )
    await user.type(field('Address'), '12 MG Road')
    await user.type(field('Phone'), '98765 43210')
    await user.click(submit())
    await waitFor(() => expect(visits).toHaveLength(1))
    expect(posts.at(-1)?.body).toMatchObject({ expectedTotal: 200_000, expectedBy: '2026-12-01' })
  })

  test('a PIN code that is not served stops the order, keeps the cart and says what is possible', async () => {
    $cart.set([saree])
    const { user, posts, visits } = openShop('/checkout', SHOP)
    await fillAddress(user, { 'PIN Code': '682555' })
    await user.click(submit())
    const toast =
      "The shop doesn't deliver to 682555 yet. / Your cart is kept. Enter the PIN code of another address to order."
    await waitFor(() => expect(toastTexts()).toEqual([toast]))
    expect(document.activeElement).toBe(field('PIN Code'))
    expect(field('PIN Code').getAttribute('aria-invalid')).toBe('true')
    expect(posts.filter(({ path }) => path === '/orders')).toEqual([])
    expect($cart.get()).toHaveLength(1)
    await user.clear(field('PIN Code'))
    await user.type(field('PIN Code'), '110001')
    await user.click(submit())
    await waitFor(() => expect(visits).toHaveLength(1))
  })

  test.each([
    [
      'not-delivered',
      422,
      { delivery: { served: false } },
      "The shop doesn't deliver to 110001 yet. / Your cart is kept. Enter the PIN code of another address to order.",
      "The shop doesn't deliver to 110001 yet.",
    ],
    [
      'delivery-changed',
      409,
      { delivery: { served: true, by: '2026-12-02' } },
      'The day of delivery has changed / Your order now arrives by 2 December 2026. Press Create Order to order.',
      'Arrives by 2 December 2026',
    ],
    [
      'offer-refused',
      409,
      { offerRefusal: { reason: 'used-up' } },
      'WELCOME10 has been used up. / The total is ₹2,000. Press Create Order to order at this price.',
      'WELCOME10 has been used up.',
    ],
    [
      'total-changed',
      409,
      { subtotal: 250_000, total: 250_000, payable: 250_000 },
      "The total has changed / It's now ₹2,500. Press Create Order to order at this price.",
      'Total₹2,500',
    ],
  ])(
    'a refusal %s is explained by the quote that comes with it',
    async (code, status, changes, toast, shown) => {
      $cart.set([saree])
      if (code === 'offer-refused') localStorage.setItem('offer-code', 'WELCOME10')
      const shop = {
        ...SHOP,
        ...(code === 'offer-refused' && {
          discount: { code: 'WELCOME10', label: 'Welcome', amount: 20_000 },
        }),
      }
      const fresh = quoteOf(SHOP, { lines: [{ productId: 's', quantity: 1 }], postalCode: '110001' })
      const price = code === 'total-changed' ? 250_000 : 200_000
      const quote = { ...fresh, lines: [{ productId: 's', quantity: 1, unitPrice: price }], ...changes }
      const details = { total: price, lines: [{ productId: 's', quantity: 1, unitPrice: price }] }
      const { user, visits, responses } = openShop('/checkout', shop, {
        'POST /orders': { status, body: { error: 'Refused', code, ...details, quote } },
      })
      await fillAddress(user)
      await waitFor(() => expect(summary().textContent).toContain('Arrives by 29 November 2026'))
      await user.click(submit())
      await waitFor(() => expect(toastTexts()).toEqual([toast]))
      expect(screen.getByRole('form', { name: 'Checkout' }).textContent).toContain(shown)
      expect(screen.queryByRole('alert')).toBeNull()
      expect(visits).toEqual([])
      if (code === 'not-delivered') return
      responses['POST /orders'] = { status: 201, body: { id: 'A 1' } }
      await user.click(submit())
      await waitFor(() => expect(visits).toHaveLength(1))
    },
  )

  test('a later day that comes while the order waits needs a second press', async () => {
    $cart.set([saree])
    const shop = { ...SHOP, pinCodes: { ...SHOP.pinCodes } }
    const { user, posts } = openShop('/checkout', shop)
    await fillAddress(user)
    await waitFor(() => expect(summary().textContent).toContain('Arrives by 29 November 2026'))
    shop.pinCodes['110001'] = { served: true, by: '2026-12-03' }
    await user.click(screen.getByRole('button', { name: 'Increase quantity of Saree' }))
    await user.click(submit())
    const title = 'The day of delivery has changed'
    await waitFor(() =>
      expect(toastTexts()).toEqual([
        `${title} / Your order now arrives by 3 December 2026. Press Create Order to order.`,
      ]),
    )
    expect(posts.filter(({ path }) => path === '/orders')).toEqual([])
  })

  test('cash that is no longer offered while the order waits needs a second press', async () => {
    $cart.set([saree])
    const shop = { ...SHOP }
    const { user, posts, visits } = openShop('/checkout', shop)
    await fillAddress(user)
    await waitFor(() => expect(summary().textContent).toContain('Cash on delivery is possible.'))
    shop.methods = [
      { kind: 'qr', offered: true },
      { kind: 'card', offered: true },
      { kind: 'cod', offered: false, reason: 'open-orders' },
    ]
    await user.clear(field('Phone'))
    await user.type(field('Phone'), '99999 99999')
    await user.click(submit())
    await waitFor(() =>
      expect(toastTexts()).toEqual(['The ways to pay have changed / Check them, then press Create Order.']),
    )
    expect(summary().textContent).toContain('No cash on delivery now')
    expect(posts.filter(({ path }) => path === '/orders')).toEqual([])
    await user.click(submit())
    await waitFor(() => expect(visits).toHaveLength(1))
  })

  test('a shop that checks phones takes none that it can not read', async () => {
    $cart.set([saree])
    const { user, posts, visits } = openShop('/checkout', SHOP, {}, [...CAPABILITIES, 'phone-check'])
    await fillAddress(user, { Phone: 'abc' })
    await user.click(submit())
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Please check your phone number / The shop needs one with 10 digits.']),
    )
    expect(document.activeElement).toBe(field('Phone'))
    expect(screen.getByText('Enter a phone number of 10 digits')).toBeDefined()
    expect(posts.filter(({ path }) => path === '/orders')).toEqual([])
    await user.clear(field('Phone'))
    await user.type(field('Phone'), '९८७६५ ४३२१०')
    await user.click(submit())
    await waitFor(() => expect(visits).toHaveLength(1))
  })

  test('a phone number that can not be read is pointed out, also where it takes cash away', async () => {
    $cart.set([saree])
    const shop = { ...SHOP }
    const { user } = openShop('/checkout', shop, {}, [...CAPABILITIES, 'phone-check'])
    await fillAddress(user)
    await waitFor(() => expect(summary().textContent).toContain('Cash on delivery is possible.'))
    shop.methods = [
      { kind: 'qr', offered: true },
      { kind: 'card', offered: true },
      { kind: 'cod', offered: false, reason: 'contact' },
    ]
    await user.clear(field('Phone'))
    await user.type(field('Phone'), '98765')
    await user.click(submit())
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Please check your phone number / The shop needs one with 10 digits.']),
    )
    expect(document.activeElement).toBe(field('Phone'))
  })

  test('says one thing at a time: the PIN code before the phone, and an error without its warning', async () => {
    $cart.set([saree])
    const { user } = openShop('/checkout', SHOP, {}, [...CAPABILITIES, 'phone-check'])
    expect(screen.getByText('Free shipping across India.')).toBeDefined()
    await fillAddress(user, { 'PIN Code': '682555', Phone: 'abc' })
    await user.click(submit())
    await waitFor(() => expect(toastTexts()[0]).toContain("The shop doesn't deliver to 682555 yet."))
    expect(document.activeElement).toBe(field('PIN Code'))
    expect(screen.queryByText('Free shipping across India.')).toBeNull()
    await user.clear(field('PIN Code'))
    await user.type(field('PIN Code'), '110001')
    await user.click(submit())
    expect(await screen.findByText('Enter a phone number of 10 digits')).toBeDefined()
    expect(screen.queryByText('A phone number in India has 10 digits. Please check it.')).toBeNull()
  })

  test('a line that can only be removed names its quantity', async () => {
    $cart.set([{ ...kurta, quantity: 2 }, saree])
    openShop('/checkout', { ...SHOP, prices: { ...SHOP.prices, k: { issue: 'product-gone' } } })
    const remove = await screen.findByRole('button', { name: 'Remove Kurta' })
    expect(remove.closest('li')?.textContent).toContain('Quantity: 2')
  })

  test('the purchase that is measured has the total of the order', async () => {
    $cart.set([saree])
    localStorage.setItem('offer-code', 'WELCOME10')
    localStorage.setItem('consent', JSON.stringify({ choice: 'granted', at: new Date().toISOString() }))
    const shop = { ...SHOP, discount: { code: 'WELCOME10', label: 'Welcome', amount: 20_000 } }
    const { user, visits } = openShop('/checkout', shop)
    await fillAddress(user)
    await waitFor(() => expect(summary().textContent).toContain('Total₹1,800'))
    await user.click(submit())
    await waitFor(() => expect(visits).toHaveLength(1))
    expect(readPurchase()).toMatchObject({ orderId: 'A 1', total: 180_000 })
  })

  test('a saved address is chosen by itself and orders without typing', async () => {
    $cart.set([saree])
    const saved = {
      ...{ fullName: 'Meera Nair', address: '12 MG Road', city: 'New Delhi', state: 'Delhi' },
      ...{ postalCode: '110001', phone: '98765 43210' },
    }
    const { user, posts, visits } = openShop(
      '/checkout',
      SHOP,
      { 'GET /addresses': { body: [{ id: 'a1', ...saved }] }, 'POST /addresses': { status: 201, body: {} } },
      [...CAPABILITIES, 'addresses'],
    )
    const shipping = await screen.findByRole('region', { name: 'Shipping Information' })
    expect(await within(shipping).findByText('Arrives by 29 November 2026')).toBeDefined()
    expect(shipping.textContent).toContain('Meera Nair12 MG Road, New Delhi, Delhi, 11000198765 43210')
    await user.click(submit())
    await waitFor(() => expect(visits).toHaveLength(1))
    expect(posts.find(({ path }) => path === '/orders')?.body).toMatchObject({ shippingAddress: saved })
  })

  test('a code is sent only while it gives a discount, and is forgotten with the order', async () => {
    $cart.set([saree])
    localStorage.setItem('offer-code', 'WELCOME10')
    const shop = { ...SHOP, discount: { code: 'WELCOME10', label: 'Welcome', amount: 20_000 } }
    const { user, posts, visits } = openShop('/checkout', shop)
    await fillAddress(user)
    await waitFor(() =>
      expect(summary().textContent).toContain('Discount: Welcome−₹200ShippingFreeTotal₹1,800'),
    )
    await user.click(submit())
    await waitFor(() => expect(visits).toHaveLength(1))
    expect(posts.at(-1)?.body).toMatchObject({ expectedTotal: 180_000, offerCode: 'WELCOME10' })
    expect(localStorage.getItem('offer-code')).toBeNull()
  })

  test('a line that is short in stock is led to', async () => {
    $cart.set([{ ...kurta, quantity: 2 }])
    const shop = { ...SHOP, prices: { ...SHOP.prices } }
    const { user, posts } = openShop('/checkout', shop)
    await fillAddress(user)
    shop.prices.k = { unitPrice: 100_000, left: 1, issue: 'not-enough-stock' }
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await user.clear(field('PIN Code'))
    await user.type(field('PIN Code'), '560001')
    const shown = await screen.findByText('Only 1 left. Lower the quantity to continue.')
    await user.click(submit())
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Too few pieces left / Lower the quantity of Kurta to continue.']),
    )
    expect(document.activeElement).toBe(shown)
    expect(posts.filter(({ path }) => path === '/orders')).toEqual([])
  })
})
