// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { ConfirmOrderIsland } from '../../src/islands/orders/ConfirmOrderIsland.tsx'
import { closeIslandPage, openIslandPage, type StubResponse } from '../kit/browser/island.ts'

afterEach(closeIslandPage)

const order = {
  ...{ id: '7K3M-9Q2T-X4WB', state: 'open', amount: 1248, cancellable: true },
  items: [{ productTitle: 'Indigo Kurta', choice: 'Size M', quantity: 2 }],
}
const respond =
  (body: object, status = 200) =>
  (): StubResponse => ({ status, body })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const GET = 'GET /confirmation-links/token-1'
const POST = 'POST /confirmation-links/token-1'

test(
  'the shopper confirms by one press, which is the only call that changes anything',
  { tags: ['@req-11.41'] },
  async () => {
    const page = openIslandPage('/confirm/token-1', {
      [GET]: respond(order),
      [POST]: respond({ ...order, state: 'confirmed' }),
    })
    render(<ConfirmOrderIsland />)
    await screen.findByText(/You pay ₹1,248 when it arrives\./)
    expect(screen.getByText('Size M')).toBeDefined()
    expect(page.calls.map(({ path }) => path)).toEqual([GET])
    await press('Confirm the order')
    await screen.findByText(/^Thank you\. Your order is confirmed\./)
    expect(page.calls.slice(1)).toMatchObject([{ path: POST, body: { decision: 'confirm' } }])
    expect(screen.queryByRole('button', { name: 'Confirm the order' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Cancel order' })).toBeDefined()
  },
)

test('the order is cancelled after a question', { tags: ['@req-11.41'] }, async () => {
  const page = openIslandPage('/confirm/token-1', {
    [GET]: respond(order),
    [POST]: respond({ ...order, state: 'cancelled', cancellable: false }),
  })
  render(<ConfirmOrderIsland />)
  await press('Cancel order')
  await press('Keep it')
  await press('Cancel order')
  expect(page.calls).toHaveLength(1)
  await press('Yes, cancel it')
  await screen.findByText('This order is cancelled, and nothing is sent.')
  expect(page.calls.slice(1)).toMatchObject([{ path: POST, body: { decision: 'cancel' } }])
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('an order that can not be cancelled here has no such button', { tags: ['@req-11.41'] }, async () => {
  openIslandPage('/confirm/token-1', { [GET]: respond({ ...order, cancellable: false }) })
  render(<ConfirmOrderIsland />)
  await screen.findByRole('button', { name: 'Confirm the order' })
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('a press that comes too late shows what became of the order', { tags: ['@req-11.41'] }, async () => {
  let isShipped = false
  openIslandPage('/confirm/token-1', {
    [GET]: () => respond(isShipped ? { ...order, state: 'settled', cancellable: false } : order)(),
    [POST]: () => {
      isShipped = true
      return { status: 409, body: { error: "This order can't be confirmed any more." } }
    },
  })
  render(<ConfirmOrderIsland />)
  await press('Confirm the order')
  await screen.findByText(/^There is nothing left to confirm/)
})

test('a failed call says so, and the button stays', { tags: ['@req-11.41', '@fault-8'] }, async () => {
  openIslandPage('/confirm/token-1', {
    [GET]: respond(order),
    [POST]: () => new TypeError('Failed to fetch'),
  })
  render(<ConfirmOrderIsland />)
  await press('Confirm the order')
  expect((await screen.findByRole('alert')).textContent).toBe(
    "We couldn't send your answer. Please try again.",
  )
  expect(screen.getByRole('button', { name: 'Confirm the order' })).toBeDefined()
})

test(
  'an order that can not be loaded is tried again; a wrong link leads to tracking',
  { tags: ['@fault-8'] },
  async () => {
    let isDown = true
    openIslandPage('/confirm/token-1', {
      [GET]: () => (isDown ? new TypeError('Failed to fetch') : respond({ error: 'Wrong.' }, 404)()),
    })
    render(<ConfirmOrderIsland />)
    await screen.findByText("We couldn't load your order. Please try again.")
    isDown = false
    await press('Try again')
    await screen.findByRole('heading', { name: 'This confirmation link is wrong or has expired' })
    expect(screen.getByRole('link', { name: 'Track Order' }).getAttribute('href')).toBe('/track-order')
  },
)
