// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'

// Compiled before the clock of a test runs.
import '../../src/lib/checkout/place-order.ts'
import { CartIsland } from '../../src/islands/cart/CartIsland.tsx'
import { CheckoutIsland } from '../../src/islands/checkout/CheckoutIsland.tsx'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { updatePrice } from '../../src/lib/cart/cart-actions.ts'
import { $cart } from '../../src/lib/cart/cart-store.ts'
import { closeAndKeepStorage, closeIslandPage, signInBefore, toastTexts } from '../kit/browser/island.ts'
import { openShopperPage, type Responses } from '../kit/browser/shopper-page.ts'

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

function open(cart = lines, capabilities: Capability[] | undefined = [], responses: Responses = {}) {
  return openWith(capabilities, cart, responses)
}

/** `undefined` stands for a shop whose record could not be had when the page was made. */
function openWith(capabilities: Capability[] | undefined, cart = lines, allResponses: Responses = {}) {
  const page = openShopperPage('/checkout', {
    'POST /orders': { status: 201, body: { id: 'A 1' } },
    ...allResponses,
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

const API_ADDRESS = {
  address: '12 MG Road',
  city: 'Kochi',
  state: 'Kerala',
  postalCode: '682001',
  phone: '98765 43210',
}

const submit = () => screen.getByRole('button', { name: /Create Order|Creating order/ })

afterEach(closeIslandPage)

describe('Checkout failures', () => {
  test.each([
    [
      'its reason',
      { status: 422, body: { error: 'Kurta is not available in M.' } },
      'Kurta is not available in M.',
    ],
    ['no reason', { status: 422 }, 'Failed to create order'],
    ['a fault of its own', { status: 500, body: { error: 'relation "orders"' } }, 'Failed to create order'],
    ['no answer', 'no answer' as const, 'Failed to create order'],
  ])(
    'an order that is refused with %s says so until the next try',
    { tags: ['@req-8.6'] },
    async (_, received, shown) => {
      const { user, responses: allResponses } = open(lines, [], { 'POST /orders': received })
      await fillAddress(user)
      await user.click(submit())
      expect((await screen.findByRole('alert')).textContent).toBe(shown)
      expect(toastTexts()).toEqual(['Error placing order / Please try again later.'])
      allResponses['POST /orders'] = { status: 201, body: { id: 'A 1' } }
      await user.click(submit())
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    },
  )

  test.each([
    [
      { limit: 'orders', max: 3, open: 3 },
      'You have too many unpaid orders. Pay for one or cancel it in My Orders, then order again.',
    ],
    [
      { limit: 'pieces', max: 30, open: 0 },
      'An order may have at most 30 pieces. Please lower the quantities.',
    ],
    [
      { limit: 'pieces', max: 30, open: 12 },
      'Your unpaid orders have 12 of at most 30 pieces. Pay for one or cancel it in My Orders, or lower the quantities.',
    ],
  ])('an order that exceeds the limit %j says what to do', async (limit, shown) => {
    const body = { error: 'Too much', code: 'limit-exceeded', ...limit }
    const { user } = open(lines, [], { 'POST /orders': { status: 409, body } })
    await fillAddress(user)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe(shown)
  })
})

describe('capabilities', () => {
  test('a page without store info loads it, so that no line loses its choice', async () => {
    const { user, posts } = openWith(undefined, lines, {
      'GET /storeInfo': { body: { storeName: 'Silk', capabilities: ['order-lines', 'idempotency-key'] } },
    })
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(posts).toHaveLength(1))
    expect(posts[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(posts[0]?.body).toMatchObject({ lines: [{ selectedSize: 'M' }, { selectedSize: 'L' }, {}] })
  })

  test('when store info fails again, nothing is sent, and the next try loads it again', async () => {
    const {
      user,
      posts,
      responses: responses,
    } = openWith(undefined, lines, { 'GET /storeInfo': { status: 500 } })
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(toastTexts()).toEqual(['Error placing order / Please try again later.']))
    expect(posts).toEqual([])
    responses['GET /storeInfo'] = { body: { storeName: 'Silk', capabilities: ['order-lines'] } }
    await user.click(submit())
    await waitFor(() => expect(posts).toHaveLength(1))
    expect(posts[0]?.body).toHaveProperty('lines')
  })

  test('a changed cart is not ordered when an earlier order exists whose response was lost', async () => {
    const {
      user,
      visits,
      responses: responses,
    } = open(lines, ['idempotency-key'], { 'POST /orders': 'no answer' })
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(toastTexts()).toHaveLength(1))
    act(() => $cart.set(lines.slice(0, 1)))
    const error = 'This Idempotency-Key was used for another request. Use a new key.'
    responses['POST /orders'] = { status: 422, body: { error, code: 'key-reused' } }
    await user.click(submit())
    const message = 'Find it in My Orders before you order again.'
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
    expect(toastTexts().at(-1)).toBe(`Your earlier order was placed / ${message}`)
    expect(visits).toEqual([])
  })
})

describe('the total that is shown is the total that is paid', () => {
  const saree = [{ id: 's1', name: 'Saree', image: '', price: 2000, quantity: 2 }]
  const sareeOf = (price: number) => ({ body: { id: 's1', title: 'Saree', regularPrice: price } })

  test(
    'an order waits for look-ups in flight, and another total needs a second press',
    { tags: ['@decision-17.2', '@req-11.3'] },
    async () => {
      let respondToLookUp: (apiResponse: { body: unknown }) => void = () => undefined
      const lookUp = new Promise<{ body: unknown }>((resolve) => (respondToLookUp = resolve))
      const { user, posts, visits } = open(saree, [], { 'GET /products/s1': lookUp })
      await fillAddress(user)
      await user.click(submit())
      await waitFor(() => expect(submit().textContent).toBe('Creating order...'))
      respondToLookUp(sareeOf(1800))
      await waitFor(() =>
        expect(toastTexts()).toEqual([
          "The total has changed / It's now ₹3,600. Press Create Order to order at this price.",
        ]),
      )
      expect(posts).toEqual([])
      const summary = screen.getByRole('region', { name: 'Order Summary' })
      expect(summary.textContent).toContain('Price changed from ₹2,000 to ₹1,800')
      expect(summary.textContent).toContain('Total₹3,600')
      await user.click(submit())
      await waitFor(() => expect(visits).toHaveLength(1))
    },
  )

  test('a 409 without a total keeps the key, as another price does', async () => {
    const {
      user,
      posts,
      responses: responses,
    } = open(saree, ['expected-total', 'idempotency-key'], {
      'POST /orders': { status: 409, body: { error: 'The same request is still being worked on.' } },
    })
    await fillAddress(user)
    await user.click(submit())
    await screen.findByText('The same request is still being worked on.')
    updatePrice('s1', 1900)
    responses['POST /orders'] = { status: 201, body: { id: 'A 1' } }
    await user.click(submit())
    await waitFor(() => expect(posts).toHaveLength(2))
    expect(posts[1]?.idempotencyKey).toBe(posts[0]?.idempotencyKey)
  })

  test(
    'a cart that another tab has changed a moment ago is shown before it is ordered',
    { tags: ['@req-11.3'] },
    async () => {
      const { user, posts } = open(saree)
      await fillAddress(user)
      localStorage.setItem('cart', JSON.stringify([{ ...saree[0], quantity: 3 }]))
      await user.click(submit())
      await waitFor(() =>
        expect(toastTexts()).toEqual([
          "The total has changed / It's now ₹6,000. Press Create Order to order at this price.",
        ]),
      )
      expect(posts).toEqual([])
      expect(screen.getByRole('region', { name: 'Order Summary' }).textContent).toContain('Total₹6,000')
    },
  )

  test('a cart that another tab empties while the order waits shows its message, and no total', async () => {
    let respondToLookUp: (apiResponse: { body: unknown }) => void = () => undefined
    const lookUp = new Promise<{ body: unknown }>((resolve) => (respondToLookUp = resolve))
    const { user, posts } = open(saree, [], { 'GET /products/s1': lookUp })
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(submit().textContent).toBe('Creating order...'))
    localStorage.setItem('cart', '[]')
    respondToLookUp(sareeOf(2000))
    await screen.findByRole('link', { name: 'Continue Shopping' })
    expect(toastTexts()).toEqual(['Cart is empty / Please add items to your cart before checkout.'])
    expect(posts).toEqual([])
  })
})

describe('no garment without its size', () => {
  const kurta = { id: 'k1', name: 'Kurta', image: '', price: 999.5, quantity: 1 }
  const kurtaNow = {
    body: {
      id: 'k1',
      title: 'Kurta',
      regularPrice: 999.5,
      attributes: [{ key: 'Size', value: ['S', 'M'] }],
    },
  }

  test('a page without store info requires the size once it has loaded', async () => {
    const { user, posts } = openWith(undefined, [kurta], {
      'GET /products/k1': kurtaNow,
      'GET /storeInfo': { body: { storeName: 'Silk', capabilities: ['order-lines'] } },
    })
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'S' })))
    expect(posts).toEqual([])
  })

  test('a line that the order was refused for is named', { tags: ['@req-11.1'] }, async () => {
    const { user, responses: responses } = open([kurta], ['order-lines'], {
      'GET /products/k1': { status: 500 },
      'POST /orders': {
        status: 422,
        body: {
          error: 'Please select a size of Kurta.',
          code: 'lines-refused',
          problems: [{ code: 'size-missing', productId: 'k1', line: 0 }],
        },
      },
    })
    await fillAddress(user)
    await user.click(submit())
    // What the store says stands in where its product can't be had.
    expect((await screen.findByRole('alert')).textContent).toBe('Please select a size of Kurta.')
    responses['GET /products/k1'] = kurtaNow
    await user.click(submit())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'S' })))
  })

  test('a product that the order was refused for is gone', async () => {
    const { user } = open([kurta], ['order-lines'], {
      'POST /orders': {
        status: 422,
        body: { error: 'No', code: 'lines-refused', problems: [{ code: 'product-gone', productId: 'k1' }] },
      },
    })
    await fillAddress(user)
    await user.click(submit())
    await screen.findByText('No longer available. Remove it to continue.')
    expect(toastTexts()).toEqual(['Kurta is no longer available / Remove it to continue.'])
  })

  describe('a refusal that the page did not foresee', () => {
    const saree = { id: 's1', name: 'Saree', image: '', price: 2000, quantity: 2 }
    const now = (id: string, attributes: object[] = []) => ({
      body: { id, title: id, regularPrice: id === 's1' ? 2000 : 999.5, attributes },
    })
    const responses = { 'GET /products/k1': now('k1'), 'GET /products/s1': now('s1') }
    const refusal = (...problems: object[]) => ({
      status: 422,
      body: { error: 'Saree is for members only.', code: 'lines-refused', problems },
    })
    const lineOf = (name: string) => {
      const [line] = screen.getAllByRole('listitem').filter((item) => item.textContent.includes(name))
      return within(line ?? document.body)
    }

    test.each([
      [
        { code: 'variant-unavailable', productId: 's1', line: 1 },
        'Not available in this choice. Remove it to continue.',
      ],
      [{ code: 'sold-out', productId: 's1' }, 'Sold out. Remove it to continue.'],
      [
        { code: 'not-enough-stock', productId: 's1', left: 1 },
        'Only 1 left. Lower the quantity to continue.',
      ],
      [{ code: 'size-missing', productId: 's1', line: 1 }, 'Select a size'],
      [{ code: 'members-only', productId: 's1', line: 1 }, 'Saree is for members only.'],
    ])(
      'of %j shows at its line, in checkout and cart, until the line changes',
      { tags: ['@req-11.1'] },
      async (problem, sentence) => {
        const { user, posts } = open([kurta, saree], ['order-lines'], {
          ...responses,
          'POST /orders': refusal(problem),
        })
        await fillAddress(user)
        await user.click(submit())
        const shown = await lineOf('Saree').findByText(sentence)
        expect(document.activeElement).toBe(shown)
        expect(lineOf('Kurta').queryByText(sentence)).toBeNull()
        expect(lineOf('Saree').getByRole('button', { name: 'Remove Saree' })).toBeDefined()
        expect(screen.getByRole('alert').textContent).toBe('Saree is for members only.')
        // It may pass now: the next try asks the store again.
        await user.click(submit())
        await waitFor(() => expect(posts).toHaveLength(2))

        closeAndKeepStorage()
        openShopperPage('/cart', responses)
        $cart.set([kurta, saree])
        render(<CartIsland capabilities={['order-lines']} />)
        expect(await lineOf('Saree').findByText(sentence)).toBeDefined()
        await user.click(lineOf('Saree').getByRole('button', { name: /Decrease/ }))
        expect(screen.queryByText(sentence)).toBeNull()
      },
    )

    test('by a plain store shows at every line of its product', { tags: ['@req-11.1'] }, async () => {
      const { user } = open([kurta, { ...saree, selectedSize: 'M', selectedColor: 'Red' }, saree], [], {
        ...responses,
        'POST /orders': refusal({ code: 'sold-out', productId: 's1' }),
      })
      await fillAddress(user)
      await user.click(submit())
      expect(await screen.findAllByText('Sold out. Remove it to continue.')).toHaveLength(2)
    })

    test('ends with the order that the store then takes', { tags: ['@req-11.1'] }, async () => {
      const {
        user,
        visits,
        responses: given,
      } = open([kurta, saree], ['order-lines'], {
        ...responses,
        'POST /orders': refusal({ code: 'sold-out', productId: 's1' }),
      })
      await fillAddress(user)
      await user.click(submit())
      await screen.findByText('Sold out. Remove it to continue.')
      given['POST /orders'] = { status: 201, body: { id: 'A 1' } }
      await user.click(submit())
      await waitFor(() => expect(visits).toHaveLength(1))
      expect(screen.queryByText('Sold out. Remove it to continue.')).toBeNull()
    })
  })

  test('a plain store is sent the line as it is', async () => {
    const { user, posts } = open([kurta], [], { 'GET /products/k1': kurtaNow })
    await fillAddress(user)
    await user.click(submit())
    await waitFor(() => expect(posts).toHaveLength(1))
    expect(posts[0]?.body).toMatchObject({ products: { k1: 1 } })
    expect(posts[0]?.body).not.toHaveProperty('lines')
    expect(posts[0]?.body).not.toHaveProperty('expectedTotal')
  })
})

describe('Address of the checkout', () => {
  test('the PIN code is looked up in any digits and sent as it was typed', async () => {
    const { user, posts } = open(lines, ['pincodes'], {
      'GET /pincodes/682555': { body: { serviceable: false } },
    })
    await fillAddress(user, { ...address, 'PIN Code': '६८२ ५५५', Phone: '९८७६५ ४३२१०' })
    expect((await screen.findByText("The shop doesn't deliver to 682555 yet.")).className).toContain(
      'text-danger',
    )
    expect(screen.queryByText(/has 6 digits|has 10 digits/)).toBeNull()
    await user.click(submit())
    await waitFor(() => expect(posts).toHaveLength(1))
    expect(posts[0]?.body).toMatchObject({
      shippingAddress: { postalCode: '६८२ ५५५', phone: '९८७६५ ४३२१०' },
    })
  })

  test('without pincodes, no PIN code is sent anywhere', async () => {
    const { user, calls } = open()
    await fillAddress(user)
    expect(calls.filter(({ path }) => path.includes('pincodes'))).toEqual([])
  })

  test('a saved address is chosen at the next order, for this account alone', async () => {
    const { user, visits } = open()
    await fillAddress(user)
    expect(localStorage.getItem('addresses')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Save this address').checked).toBe(true)
    await user.click(submit())
    await waitFor(() => expect(visits).toHaveLength(1))
    cleanup()
    sessionStorage.clear()
    $cart.set(lines)
    render(<CheckoutIsland capabilities={[]} />)
    // Chosen by itself, and folded.
    await user.click(await screen.findByRole('button', { name: 'Change address' }))
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Deliver here/, checked: true }))
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Kochi')
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('98765 43210')
    await user.click(screen.getByRole('radio', { name: 'Another address' }))
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('98765 43210')
    await user.click(screen.getByRole('radio', { name: /^Deliver here/ }))
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Kochi')
    cleanup()
    signInBefore('token-2')
    render(<CheckoutIsland capabilities={[]} />)
    expect(screen.queryByRole('radio', { name: /^Deliver here/ })).toBeNull()
  })

  test('an address that the account could not remove stays, with a toast', async () => {
    const { user } = open(lines, ['addresses'], {
      'GET /addresses': { body: [{ id: 'a1', fullName: 'Meera Nair', ...API_ADDRESS }] },
      'DELETE /addresses/a1': { status: 500 },
    })
    await user.click(await screen.findByRole('button', { name: 'Change address' }))
    const remove = await screen.findByRole('button', { name: 'Remove Meera Nair, 12 MG Road' })
    await user.click(remove)
    await waitFor(() => expect(toastTexts()).toEqual(['Address not removed / Please try again later.']))
    expect(document.activeElement).toBe(remove)
  })

  test('plus and minus of the summary change the cart and announce the quantity', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Increase quantity of Saree' }))
    expect($cart.get()[2]?.quantity).toBe(2)
    const saree = within(screen.getByRole('region', { name: 'Order Summary' })).getAllByRole('listitem')[2]
    expect(saree?.querySelector('output')?.textContent).toBe('2')
    expect(screen.getByRole('link', { name: 'Edit cart' }).getAttribute('href')).toBe('/cart')
  })
})
