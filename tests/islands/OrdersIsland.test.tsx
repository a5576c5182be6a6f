// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'

// Compiled before the clock of a test runs.
import '../../src/islands/orders/OrderActions.tsx'
import '../../src/islands/orders/OrderTimeline.tsx'
import { OrdersIsland } from '../../src/islands/orders/OrdersIsland.tsx'
import { $cart } from '../../src/lib/cart/cart-store.ts'
import { fillStorage } from '../kit/browser/full-storage.ts'
import { closeIslandPage, openIslandPage, signInBefore, type StubResponse } from '../kit/browser/island.ts'

afterEach(closeIslandPage)

const pending = {
  id: 'AB/1',
  status: 0,
  createdAt: '2026-08-05T12:00:00Z',
  items: [
    {
      id: 'i1',
      productTitle: 'Kurta',
      quantity: 2,
      price: 999.5,
      selectedSize: 'M',
      selectedColor: 'Indigo',
    },
    { id: 'i2', productTitle: 'Saree', quantity: 1, price: 1 },
  ],
  shippingAddress: { address: '12 Lake Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
}

function open(response: () => StubResponse) {
  signInBefore()
  const page = openIslandPage('/orders', { 'GET /orders': response })
  render(<OrdersIsland />)
  return page
}

test('an item has its picture and leads to its product', async () => {
  const item = { ...pending.items[0], productId: 'p1', variantId: 'v1', image: 'https://x.example/a.webp' }
  open(() => ({ status: 200, body: [{ ...pending, items: [item, pending.items[1]] }] }))
  const order = await screen.findByRole('article', { name: 'Order AB/1' })
  const items = within(order).getByRole('list', { name: 'Items' })
  expect(within(items).getByRole('link', { name: 'Kurta' }).getAttribute('href')).toBe(
    '/product/p1?variant=v1',
  )
  expect([...items.querySelectorAll('img')].map(({ src }) => src)).toEqual(['https://x.example/a.webp'])
  expect(within(items).getAllByRole('link')).toHaveLength(1)
})

test('a discount and what is paid are rows below the specified total', async () => {
  signInBefore()
  const discount = { label: 'Festive offer', amount: 200 }
  openIslandPage('/orders', { 'GET /orders': () => ({ status: 200, body: [{ ...pending, discount }] }) })
  render(<OrdersIsland capabilities={['offers']} />)
  const order = await screen.findByRole('article', { name: 'Order AB/1' })
  expect(order.querySelector('footer')?.textContent).toContain(
    'Total $2000.00Discount: Festive offer −$200.00To pay $1800.00',
  )
})

test('the focus stays with the order when its cancellation is kept or done', async () => {
  signInBefore()
  openIslandPage('/orders', {
    'GET /orders': () => ({ status: 200, body: [{ ...pending, cancellable: true }] }),
    'POST /orders/AB%2F1/cancellation': () => ({ status: 200, body: { ...pending, status: 4 } }),
  })
  render(<OrdersIsland capabilities={['cancellation']} />)
  const cancel = await screen.findByRole('button', { name: 'Cancel order: Order AB/1' })
  await userEvent.click(cancel)
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  expect(document.activeElement).toBe(cancel)
  await userEvent.click(cancel)
  await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel order/ })).toBeNull())
  const order = screen.getByRole('article', { name: 'Order AB/1' })
  expect(order.textContent).toContain('Cancelled')
  expect(order.contains(document.activeElement)).toBe(true)
})

test.each([
  ['free', 'Sending it back is free for you.'],
  ['customer', 'You pay the courier for the way back, unless the pieces are damaged, defective or wrong.'],
  [undefined, undefined],
] as const)(
  'a return of a shop with the fees %s says who pays the way back',
  { tags: ['@req-11.25'] },
  async (returnFees, sentence) => {
    signInBefore()
    const item = { ...pending.items[0], returnable: 1 }
    const delivered = { ...pending, status: 3, items: [item], returnableUntil: '2026-08-20T12:00:00Z' }
    openIslandPage('/orders', { 'GET /orders': () => ({ status: 200, body: [delivered] }) })
    render(<OrdersIsland capabilities={['returns']} returnFees={returnFees} />)
    const order = await screen.findByRole('article', { name: 'Order AB/1' })
    await userEvent.click(await within(order).findByRole('button', { name: /^Return items/ }))
    const form = await within(order).findByRole('form', { name: 'Return items' })
    if (sentence === undefined) expect(form.textContent).not.toContain('way back')
    else expect(within(form).getByText(sentence)).toBeTruthy()
  },
)

describe('another size', { tags: ['@req-11.25'] }, () => {
  const item = { ...pending.items[0], productId: 'p1', returnable: 1 }
  const delivered = { ...pending, status: 3, items: [item], returnableUntil: '2036-08-20T12:00:00Z' }
  const requested = {
    ...delivered,
    items: [{ ...item, returnable: 0 }],
    returns: [{ id: 'R1', status: 'requested', withdrawable: true, items: [{ id: 'i1', quantity: 1 }] }],
  }
  const kurta = {
    id: 'p1',
    title: 'Kurta',
    regularPrice: 1099,
    attributes: [
      { key: 'Size', value: ['S', 'M', 'L', 'XL'] },
      { key: 'Color', value: ['Indigo', 'Rani'] },
      { key: 'Sold out', value: ['S'] },
    ],
  }
  const RETURN = 'POST /orders/AB%2F1/returns'
  const LINE = { id: 'p1', quantity: 1, price: 1099, selectedSize: 'L', selectedColor: 'Indigo' }

  async function openForm(responses: Record<string, () => StubResponse> = {}) {
    signInBefore()
    const page = openIslandPage('/orders', {
      'GET /orders': () => ({ status: 200, body: [delivered] }),
      'GET /products/p1': () => ({ status: 200, body: kurta }),
      [RETURN]: () => ({ status: 201, body: requested }),
      ...responses,
    })
    render(<OrdersIsland capabilities={['shipment', 'returns']} returnFees="free" />)
    await userEvent.click(await screen.findByRole('button', { name: 'Another size: Order AB/1' }))
    return { ...page, user: userEvent.setup() }
  }
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const returnsOf = ({ calls }: { calls: { path: string; body: unknown }[] }) =>
    calls.filter(({ path }) => path === RETURN).map(({ body }) => body)
  const REQUEST = { items: [{ id: 'i1', quantity: 1 }], reason: 'Another size: L instead of M' }

  test('asks for the return and puts the new size into the cart by one press', async () => {
    const page = await openForm()
    await screen.findByRole('radio', { name: 'L' })
    const sizes = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)
    // M is the old one, and S is sold out.
    expect(sizes).toEqual(['L', 'XL'])
    expect(screen.getByText('Sending it back is free for you.')).toBeTruthy()
    await press('Ask for the return and add to cart')
    expect((await screen.findByRole('alert')).textContent).toBe('Please choose a size.')
    expect(returnsOf(page)).toEqual([])
    await userEvent.click(screen.getByRole('radio', { name: 'L' }))
    expect(screen.getByText(/The new piece costs ₹1,099\. You pay for the new piece now\./)).toBeTruthy()
    await press('Ask for the return and add to cart')
    expect(await screen.findByText(/The return is requested, and size L is in your cart\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to cart' }).getAttribute('href')).toBe('/cart')
    expect(returnsOf(page)).toEqual([REQUEST])
    expect($cart.get()).toMatchObject([LINE])
    expect(screen.queryByRole('button', { name: /^Another size/ })).toBeNull()
  })

  test.each([
    [{ status: 409, body: { error: 'The time to return this order is over.' } }, 'is over.'],
    [new Error('no connection'), "The return couldn't be requested. Please try again."],
  ])(
    'keeps the new piece when the return fails, and asks again for the return only',
    async (failure, told) => {
      let response: StubResponse = failure
      const page = await openForm({ [RETURN]: () => response })
      await userEvent.click(await screen.findByRole('radio', { name: 'L' }))
      await press('Ask for the return and add to cart')
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain('Size L is in your cart. The return is not requested yet:')
      expect(alert.textContent).toContain(told)
      expect($cart.get()).toMatchObject([LINE])
      response = { status: 201, body: requested }
      await press('Ask for the return')
      expect(await screen.findByText(/The return is requested, and size L is in your cart\./)).toBeTruthy()
      expect(returnsOf(page)).toEqual([REQUEST, REQUEST])
      expect($cart.get()).toMatchObject([LINE])
    },
  )

  test('asks for no return when the browser keeps no cart', async () => {
    const page = await openForm()
    await userEvent.click(await screen.findByRole('radio', { name: 'L' }))
    fillStorage('localStorage', 'sessionStorage')
    await press('Ask for the return and add to cart')
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing is done')
    expect(returnsOf(page)).toEqual([])
  })

  test('says that no other size is in stock, and loads the sizes again after a failure', async () => {
    let response: StubResponse = new Error('no connection')
    await openForm({ 'GET /products/p1': () => response })
    expect((await screen.findByRole('alert')).textContent).toBe("The sizes couldn't be loaded.")
    const soldOut = { key: 'Sold out', value: ['S', 'L', 'XL'] }
    response = {
      status: 200,
      body: { ...kurta, attributes: [...kurta.attributes.slice(0, 2), soldOut] },
    }
    await press('Try Again')
    expect(await screen.findByText('No other size of this is in stock now. You can return it.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Ask for/ })).toBeNull()
  })

  test('is offered for a piece with a size that can be returned only', async () => {
    signInBefore()
    const sizeless = { ...item, selectedSize: undefined }
    const orders = [{ ...delivered, items: [sizeless] }]
    openIslandPage('/orders', { 'GET /orders': () => ({ status: 200, body: orders }) })
    render(<OrdersIsland capabilities={['shipment', 'returns']} />)
    expect(await screen.findByRole('button', { name: /^Return items/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Another size/ })).toBeNull()
  })

  test('the shopper withdraws a return whose pieces the shop does not have', async () => {
    signInBefore()
    const WITHDRAW = 'POST /orders/AB%2F1/returns/R1/withdrawal'
    const ended = { id: 'R1', status: 'refused', stage: 'withdrawn', items: [] }
    let response: StubResponse = { status: 500, body: {} }
    const page = openIslandPage('/orders', {
      'GET /orders': () => ({ status: 200, body: [requested] }),
      [WITHDRAW]: () => response,
    })
    render(<OrdersIsland capabilities={['shipment', 'returns']} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw return' }))
    await press('Yes, withdraw it')
    expect((await screen.findByRole('alert')).textContent).toBe(
      "The return couldn't be withdrawn. Please try again.",
    )
    response = { status: 200, body: { ...delivered, returns: [ended] } }
    await press('Yes, withdraw it')
    expect(await screen.findByText('Return withdrawn. You keep the pieces.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Withdraw return' })).toBeNull()
    expect(page.calls.filter(({ path }) => path === WITHDRAW)).toHaveLength(2)
  })
})
