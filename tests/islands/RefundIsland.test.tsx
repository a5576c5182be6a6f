// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { RefundIsland } from '../../src/islands/payment/RefundIsland.tsx'
import { closeIslandPage, openIslandPage, type StubResponse } from '../kit/browser/island.ts'

afterEach(closeIslandPage)

const refund = { id: '7K3M-9Q2T-X4WB', due: 1199, refunds: [] }
const respond =
  (body: object, status = 200) =>
  (): StubResponse => ({ status, body })
const field = () => screen.findByLabelText<HTMLInputElement>('UPI ID')
const give = () => userEvent.click(screen.getByRole('button', { name: /my UPI ID$/ }))

test(
  'the shopper gives a UPI id, and may change it while the refund is due',
  { tags: ['@req-11.40'] },
  async () => {
    let given: string | undefined
    const page = openIslandPage('/refund/token-1', {
      'GET /refund-links/token-1': respond(refund),
      'POST /refund-links/token-1': () => {
        const { upiId } = page.calls.at(-1)?.body as { upiId: string }
        given = upiId
        return { status: 200, body: { ...refund, upiId } }
      },
    })
    render(<RefundIsland />)
    await userEvent.type(await field(), ' asha@okbank ')
    await screen.findByText('The shop owes you ₹1,199 for order 7K3M-9Q2T-X4WB.')
    await give()
    await screen.findByText(
      'Thank you. The shop sends ₹1,199 to asha@okbank. You can change the UPI ID until the money is sent.',
    )
    expect(given).toBe('asha@okbank')
    await userEvent.clear(await field())
    await userEvent.type(await field(), 'asha.rao@ybl')
    await give()
    await screen.findByText(/The shop sends ₹1,199 to asha\.rao@ybl\./)
  },
)

test('a text that is no UPI id is not sent, and stays', { tags: ['@req-11.40'] }, async () => {
  const page = openIslandPage('/refund/token-1', { 'GET /refund-links/token-1': respond(refund) })
  render(<RefundIsland />)
  await userEvent.type(await field(), 'asha@example.com')
  await give()
  await screen.findByText('Enter a UPI ID such as asha@okbank.')
  expect((await field()).value).toBe('asha@example.com')
  expect(document.activeElement).toBe(await field())
  expect(page.calls.map(({ path }) => path)).toEqual(['GET /refund-links/token-1'])
})

test('a failed call says so and keeps the text', { tags: ['@req-11.40', '@fault-8'] }, async () => {
  openIslandPage('/refund/token-1', {
    'GET /refund-links/token-1': respond(refund),
    'POST /refund-links/token-1': () => new TypeError('Failed to fetch'),
  })
  render(<RefundIsland />)
  await userEvent.type(await field(), 'asha@okbank')
  await give()
  expect((await screen.findByRole('alert')).textContent).toBe(
    "We couldn't save your UPI ID. Please try again.",
  )
  expect((await field()).value).toBe('asha@okbank')
})

test('a refund that was sent meanwhile is shown instead', { tags: ['@req-11.40'] }, async () => {
  const refunds = [{ amount: 1199, sentAt: '2026-11-25T10:00:00Z', reference: 'UTR1' }]
  let isSent = false
  openIslandPage('/refund/token-1', {
    'GET /refund-links/token-1': () =>
      isSent
        ? { status: 200, body: { ...refund, due: 0, upiId: 'as••••@okbank', refunds } }
        : { status: 200, body: refund },
    'POST /refund-links/token-1': () => {
      isSent = true
      return { status: 409, body: { error: 'The shop has already sent this refund.' } }
    },
  })
  render(<RefundIsland />)
  await userEvent.type(await field(), 'other@okbank')
  await give()
  await screen.findByText(/^The shop sent ₹1,199 to as••••@okbank on 25 November 2026\.$/)
  expect(screen.getByText('Reference: UTR1')).toBeDefined()
  expect(screen.queryByLabelText('UPI ID')).toBeNull()
})

test('a wrong link leads to order tracking', { tags: ['@req-11.40'] }, async () => {
  openIslandPage('/refund/unknown', { 'GET /refund-links/unknown': respond({ error: 'Wrong.' }, 404) })
  render(<RefundIsland />)
  await screen.findByRole('heading', { name: 'This refund link is wrong or has expired' })
  expect(screen.getByRole('link', { name: 'Track Order' }).getAttribute('href')).toBe('/track-order')
})

test('a refund that can not be loaded is tried again', { tags: ['@fault-8'] }, async () => {
  let isDown = true
  openIslandPage('/refund/token-1', {
    'GET /refund-links/token-1': () =>
      isDown ? new TypeError('Failed to fetch') : { status: 200, body: refund },
  })
  render(<RefundIsland />)
  await screen.findByText("We couldn't load your refund. Please try again.")
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await field()
})
