// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'

// Compiled before the clock of a test runs.
import '../../src/lib/browser/place-order.ts'
import { CheckoutIsland } from '../../src/islands/checkout/CheckoutIsland.tsx'
import type { Capability } from '../../src/lib/schemas/store-info.ts'
import { $cart } from '../../src/lib/stores/cart.ts'
import { closeAndKeepStorage, closeIslandPage, toastTexts } from '../helpers/island.ts'
import { openShopperPage, type Answers } from '../helpers/shopper-page.ts'

const lines = [
  { id: 'k1', name: 'Kurta', image: '', price: 999.5, quantity: 2, selectedSize: 'M', selectedColor: 'Red' },
  { id: 'k1', name: 'Kurta', image: '', price: 999.5, quantity: 1, selectedSize: 'L' },
  { id: 's1', name: 'Saree', image: '', price: 123456, quantity: 1 },
]

const address = {
  'Full Name': 'Meera Nair',
  Address: '12 MG Road',
  City: 'Kochi',
  State: 'Kerala',
  'PIN Code': '682001',
  Phone: '98765 43210',
}

function open(cart = lines, capabilities: Capability[] | undefined = [], answers: Answers = {}) {
  return openWith(capabilities, cart, answers)
}

/** `undefined` stands for a shop whose record could not be had when the page was made. */
function openWith(capabilities: Capability[] | undefined, cart = lines, answers: Answers = {}) {
  const page = openShopperPage('/checkout', {
    'POST /orders': { status: 201, body: { id: 'A 1' } },
    ...answers,
  })
  $cart.set(cart)
  render(<CheckoutIsland capabilities={capabilities} />)
  return { ...page, user: userEvent.setup() }
}

async function fillAddress(
  user: ReturnType<typeof userEvent.setup>,
  values: Record<string, string> = address,
) {
  for (const [label, value] of Object.entries(values)) await user.type(screen.getByLabelText(label), value)
}

const submit = () => screen.getByRole('button', { name: /Create Order|Creating order/ })

afterEach(closeIslandPage)

describe('§2 Checkout', () => {
  test('shows lines, subtotal, free shipping and total', () => {
    open()
    const summary = screen.getByRole('region', { name: 'Order Summary' })
    expect(
      within(summary)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'KurtaColor: Red · Size: MQuantity: 2₹1,999',
      'KurtaSize: LQuantity: 1₹999.5',
      'SareeQuantity: 1₹1,23,456',
    ])
    const amounts = within(summary)
      .getAllByRole('definition')
      .map((amount) => amount.textContent)
    expect(amounts).toEqual(['₹1,26,454.5', 'Free', '₹1,26,454.5'])
  })

  test('browsers can fill it in, phones open the right keyboards, nothing is natively required', () => {
    open()
    const controls = Object.keys(address).map((label) => screen.getByLabelText<HTMLInputElement>(label))
    expect(controls.map((control) => [control.name, control.getAttribute('autocomplete')])).toEqual([
      ['fullName', 'name'],
      ['address', 'street-address'],
      ['city', 'address-level2'],
      ['state', 'address-level1'],
      ['postalCode', 'postal-code'],
      ['phone', 'tel'],
    ])
    expect(screen.getByLabelText('PIN Code').getAttribute('inputmode')).toBe('numeric')
    expect(screen.getByLabelText('Phone').getAttribute('inputmode')).toBe('tel')
    expect(controls.some((control) => control.required)).toBe(false)
  })

  test('success clears the cart and goes to the payment of the order', async () => {
    const { user, visits, posts } = open()
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(visits).toEqual(['/payment?orderId=A%201']))
    expect($cart.get()).toEqual([])
    expect(posts).toEqual([
      {
        path: '/orders',
        idempotencyKey: null,
        body: {
          products: { k1: 3, s1: 1 },
          shippingAddress: {
            fullName: 'Meera Nair',
            address: '12 MG Road',
            city: 'Kochi',
            state: 'Kerala',
            postalCode: '682001',
            phone: '98765 43210',
          },
        },
      },
    ])
    expect(toastTexts()).toEqual([])
    expect(sessionStorage.length).toBe(0)
  })

  test('while the order is made the button says so and a second click sends nothing', async () => {
    const { user, posts } = open(lines, [], { 'POST /orders': 'never' })
    await fillAddress(user)
    await user.dblClick(submit())
    await waitFor(() => expect(submit().textContent).toBe('Creating order...'))
    expect(posts).toHaveLength(1)
  })
})

describe('§5, §8 Checkout failures', () => {
  test('an empty cart', () => {
    open([])
    expect(screen.getByRole('heading').textContent).toBe('Cart is empty')
    expect(toastTexts()).toEqual(['Cart is empty / Please add items to your cart before checkout.'])
  })

  test('empty and blank fields are marked, the first has the focus, nothing is sent', async () => {
    const { user, posts } = open()
    await fillAddress(user, {
      'Full Name': 'Meera',
      Address: '12 MG Road',
      City: '   ',
      State: 'Kerala',
      Phone: '1',
    })
    await user.click(submit())
    expect(toastTexts()).toEqual(['Please fill all fields / All shipping information fields are required.'])
    const isInvalid = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true'
    expect(Object.keys(address).filter(isInvalid)).toEqual(['City', 'PIN Code'])
    expect(document.activeElement).toBe(screen.getByLabelText('City'))
    expect(posts).toEqual([])
    await user.type(screen.getByLabelText('City'), 'Kochi')
    expect(isInvalid('City')).toBe(false)
  })

  test.each([{ status: 500 }, { status: 422 }, 'no answer' as const, { body: { nothing: true } }])(
    'an order that fails with %j keeps cart and form',
    async (answer) => {
      const { user, visits } = open(lines, [], { 'POST /orders': answer })
      await fillAddress(user)
      await user.click(submit())
      await waitFor(() => expect(toastTexts()).toEqual(['Error placing order / Please try again later.']))
      expect($cart.get()).toEqual(lines)
      expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Kochi')
      expect(submit().textContent).toBe('Create Order')
      expect(visits).toEqual([])
    },
  )

  test.each([
    [
      'its reason',
      { status: 422, body: { error: 'Kurta is not available in M.' } },
      'Kurta is not available in M.',
    ],
    ['no reason', { status: 422 }, 'Failed to create order'],
    ['a fault of its own', { status: 500, body: { error: 'relation "orders"' } }, 'Failed to create order'],
    ['no answer', 'no answer' as const, 'Failed to create order'],
  ])('an order that is refused with %s says so until the next try', async (_, answer, said) => {
    const { user, answers } = open(lines, [], { 'POST /orders': answer })
    await fillAddress(user)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe(said)
    expect(toastTexts()).toEqual(['Error placing order / Please try again later.'])
    answers['POST /orders'] = { status: 201, body: { id: 'A 1' } }
    await user.click(submit())
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('a 401 removes the cookie and leads to sign-in; what was typed is there afterwards', async () => {
    const { user, visits } = open(lines, [], { 'POST /orders': { status: 401 } })
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(visits).toContain('/login?from=%2Fcheckout'))
    expect(document.cookie).not.toContain('auth_token=token')
    expect(toastTexts()).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
    closeAndKeepStorage()
    open()
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Kochi')
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('98765 43210')
  })

  test('a guest sees nothing and is sent to sign in', () => {
    const { visits } = openShopperPage('/checkout', {})
    document.cookie = 'auth_token=; Max-Age=0; Path=/'
    const { container } = render(<CheckoutIsland capabilities={[]} />)
    expect(container.innerHTML).toBe('')
    expect(visits).toContain('/login?from=%2Fcheckout')
  })
})

describe('design §7 capabilities', () => {
  test('order-lines sends each line with its choice', async () => {
    const { user, posts } = open(lines, ['order-lines'])
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(posts).toHaveLength(1))
    expect(posts[0]?.body).toMatchObject({
      products: { k1: 3, s1: 1 },
      lines: [
        { productId: 'k1', quantity: 2, selectedSize: 'M', selectedColor: 'Red' },
        { productId: 'k1', quantity: 1, selectedSize: 'L' },
        { productId: 's1', quantity: 1 },
      ],
    })
  })

  test('a page without the shop’s record asks for it, so that no line loses its choice', async () => {
    const { user, posts } = openWith(undefined, lines, {
      'GET /storeInfo': { body: { storeName: 'Silk', capabilities: ['order-lines', 'idempotency-key'] } },
    })
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(posts).toHaveLength(1))
    expect(posts[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(posts[0]?.body).toMatchObject({ lines: [{ selectedSize: 'M' }, { selectedSize: 'L' }, {}] })
  })

  test('where the record cannot be had either, nothing is sent, and the next try asks again', async () => {
    const { user, posts, answers } = openWith(undefined, lines, { 'GET /storeInfo': { status: 500 } })
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(toastTexts()).toEqual(['Error placing order / Please try again later.']))
    expect(posts).toEqual([])
    answers['GET /storeInfo'] = { body: { storeName: 'Silk', capabilities: ['order-lines'] } }
    await user.click(submit())
    await waitFor(() => expect(posts).toHaveLength(1))
    expect(posts[0]?.body).toHaveProperty('lines')
  })

  test.each([
    ['29 days', 29, { tags: { gclid: 'Cj0K-9_x' }, clickedAt: expect.any(String) }],
    ['31 days', 31, undefined],
  ])('attribution names the ad that was followed %s ago: %#', async (_, days, named) => {
    const { user, posts } = open(lines, ['attribution'])
    const clickedAt = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
    localStorage.setItem('attribution', JSON.stringify({ tags: { gclid: 'Cj0K-9_x' }, clickedAt }))
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(posts).toHaveLength(1))
    expect(posts[0]?.body).toHaveProperty('products')
    expect((posts[0]?.body as { attribution?: unknown }).attribution).toEqual(named)
  })

  test('idempotency-key keeps one key over retries and a reload', async () => {
    const { user, posts } = open(lines, ['idempotency-key'], { 'POST /orders': 'no answer' })
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(toastTexts()).toHaveLength(1))
    await user.click(submit())
    await waitFor(() => expect(toastTexts()).toHaveLength(2))
    closeAndKeepStorage()
    const again = open(lines, ['idempotency-key'])
    await again.user.click(submit())
    await waitFor(() => expect(again.visits).toHaveLength(1))
    const keys = [...posts, ...again.posts].map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })
})
