// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { AccountIsland } from '../../src/islands/auth/AccountIsland.tsx'
import { CartIsland } from '../../src/islands/cart/CartIsland.tsx'
import { CheckoutIsland } from '../../src/islands/checkout/CheckoutIsland.tsx'
import { LoginForm } from '../../src/islands/auth/LoginForm.tsx'
import { OrdersIsland } from '../../src/islands/orders/OrdersIsland.tsx'
import { PayLinkIsland } from '../../src/islands/payment/PayLinkIsland.tsx'
import { PaymentIsland } from '../../src/islands/payment/PaymentIsland.tsx'
// Compiled before the clock of a test runs.
import '../../src/islands/payment/PaymentFlow.tsx'
import { RegisterForm } from '../../src/islands/auth/RegisterForm.tsx'
import { TrackOrderIsland } from '../../src/islands/orders/TrackOrderIsland.tsx'
import { $cart } from '../../src/lib/cart/cart-store.ts'
import { closeIslandPage, isTokenKept, signInBefore, toastTexts } from '../helpers/island.ts'
import { PAYMENT_LINK, startOtherStore, type OtherStore } from '../helpers/other-store.ts'
import { openBrowserPage } from './browser-page.ts'
import { FAULTS, isTried, kindOf, MORE_FAULTS, type Fault, type Route } from './faults.ts'
import { startFaultyApi, type FaultyApi } from './faulty-api.ts'

/**
 * The fault matrix on pages that call the API from the browser: each shows its error text, loses no input, and works
 * again afterwards.
 */
const WITHIN = { timeout: 3000, interval: 20 }
const RECOVERED = { timeout: 5000, interval: 50 }

const ORDER = 'PLAIN-ORDER-1'
const line = { id: 'k', name: 'Kurta', image: '', price: 1000, quantity: 1 }

let store: OtherStore
let api: FaultyApi
let page: ReturnType<typeof openBrowserPage>

beforeAll(async () => {
  store = await startOtherStore()
  api = await startFaultyApi(store.port)
})
afterAll(async () => {
  await api.stop()
  await store.stop()
})
afterEach(async () => {
  closeIslandPage()
  document.body.innerHTML = ''
  await page.close()
  await api.setFault(undefined)
  store.calls.length = 0
})

function open(path: string, isSignedIn = false): void {
  page = openBrowserPage(path, api)
  if (isSignedIn) signInBefore('plain-token')
}

async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = screen.getByLabelText(label, { exact: true })
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }
}

/** Waits for the button by its name, which it has again when its call has ended. */
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, WITHIN))

/** The text of the newest toast. */
const lastToast = () => toastTexts().at(-1)

/** The error text of the API's own response, for faults that have a readable one. */
function ownWords(fault: Fault): string | undefined {
  return fault === '500' ? 'The database is asleep.' : fault === '429' ? 'Slow down.' : undefined
}

interface Screen {
  /** Opens the page and triggers the call. */
  begin(): Promise<void>
  /** Expects the error text. */
  told(fault: Fault): Promise<void>
  /** Retries after the fault and expects success. */
  again(): Promise<void>
}

const SCREENS: Partial<Record<Route, Screen>> = {
  '/login': {
    async begin() {
      open('/login')
      render(<LoginForm from={undefined} />)
      await fill({ Email: 'asha@example.com', Password: 'secret-1' })
      await press('Sign in')
    },
    async told(fault) {
      const status = ownWords(fault) ?? 'Failed to login. Please check your credentials.'
      const sentence = {
        'no answer': 'No response from server. Please try again later.',
        slow: 'No response from server. Please try again later.',
        status,
        unreadable: 'Authentication failed: Token is missing in the response',
      }[kindOf(fault)]
      await vi.waitFor(() => expect(lastToast()).toBe(`Error / ${sentence}`), WITHIN)
      expect(isTokenKept()).toBe(false)
    },
    async again() {
      await press('Sign in')
      await vi.waitFor(() => expect(page.visits).toEqual(['/']), RECOVERED)
    },
  },
  '/register': {
    async begin() {
      open('/register')
      render(<RegisterForm from={undefined} />)
      await fill({
        'First name': 'Asha',
        'Last name': 'Rao',
        Email: 'asha@example.com',
        Password: 'secret-1',
        'Confirm password': 'secret-1',
      })
      await press('Create account')
    },
    async told(fault) {
      // The answer of a success is not read. docs/requirements.md#72-calls
      if (kindOf(fault) === 'unreadable') return vi.waitFor(() => expect(page.visits).toEqual(['/']), WITHIN)
      const sentence = ownWords(fault) ?? 'Failed to register. Please try again.'
      await vi.waitFor(() => expect(lastToast()).toBe(`Registration Error / ${sentence}`), WITHIN)
      expect((await screen.findByRole('alert', {}, WITHIN)).textContent).toBe(
        'Registration failed. Please try using a different email provider (like gmail.com or outlook.com).',
      )
    },
    async again() {
      if (page.visits.length === 0) await press('Create account')
      await vi.waitFor(() => expect(page.visits).toEqual(['/']), RECOVERED)
    },
  },
  '/cart': {
    async begin() {
      open('/cart')
      $cart.set([line])
      render(<CartIsland />)
      await userEvent.click(screen.getByRole('button', { name: /increase/i }))
    },
    async told() {
      await vi.waitFor(() => expect(document.body.textContent).toContain('₹2,000'), WITHIN)
    },
    async again() {
      await userEvent.click(screen.getByRole('button', { name: /increase/i }))
      await vi.waitFor(() => expect(document.body.textContent).toContain('₹3,000'), RECOVERED)
    },
  },
  '/track-order': {
    async begin() {
      open('/track-order')
      render(<TrackOrderIsland orderId={undefined} />)
      await fill({ 'Order Number': ORDER, 'Email or Phone': 'asha@example.com' })
      await press('Track Order')
    },
    async told() {
      await vi.waitFor(
        () =>
          expect(lastToast()).toBe(
            'Error / Failed to find order. Please check your information and try again.',
          ),
        WITHIN,
      )
      expect(screen.getByLabelText<HTMLInputElement>('Order Number').value).toBe(ORDER)
    },
    async again() {
      await press('Track Order')
      expect(await screen.findByRole('region', { name: `Order ${ORDER}` }, RECOVERED)).toBeTruthy()
    },
  },
  '/account': {
    async begin() {
      open('/account', true)
      render(<AccountIsland canRevoke={false} />)
    },
    async told(fault) {
      const reason = {
        'no answer': / \(No response received\)$/,
        slow: / \(No response received\)$/,
        status: new RegExp(` \\(Status: ${fault}\\)$`),
        unreadable: / \(.+\)$/,
      }[kindOf(fault)]
      await vi.waitFor(() => expect(lastToast()).toMatch(reason), WITHIN)
      expect(lastToast()).toMatch(/^Error \/ Failed to load account information/)
      expect(await screen.findByText('Name not available')).toBeTruthy()
      expect(screen.getByText('Email not available')).toBeTruthy()
    },
    async again() {
      closeIslandPage()
      await page.close()
      open('/account', true)
      render(<AccountIsland canRevoke={false} />)
      expect(await screen.findByText('asha@example.com', {}, RECOVERED)).toBeTruthy()
    },
  },
  '/checkout': {
    async begin() {
      open('/checkout', true)
      $cart.set([line])
      render(<CheckoutIsland capabilities={['idempotency-key']} />)
      await fill({
        'Full Name': 'Asha Rao',
        Address: '12 MG Road',
        City: 'Pune',
        State: 'Maharashtra',
        'PIN Code': '411001',
        Phone: '98765 43210',
      })
      await press('Create Order')
    },
    async told() {
      await vi.waitFor(
        () => expect(lastToast()).toBe('Error placing order / Please try again later.'),
        WITHIN,
      )
      expect($cart.get()).toEqual([line])
      expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Asha Rao')
    },
    async again() {
      await press('Create Order')
      await vi.waitFor(() => expect(page.visits).toEqual([`/payment?orderId=${ORDER}`]), RECOVERED)
      expect($cart.get()).toEqual([])
      const orders = store.calls.filter(({ method, path }) => method === 'POST' && path === '/orders')
      expect(new Set(orders.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    },
  },
  '/orders': {
    async begin() {
      open('/orders', true)
      render(<OrdersIsland />)
    },
    async told() {
      await vi.waitFor(
        () => expect(lastToast()).toBe('Error / Failed to load your orders. Please try again.'),
        WITHIN,
      )
      expect(await screen.findByRole('heading', { name: 'No Orders Found' }, WITHIN)).toBeTruthy()
    },
    async again() {
      await press('Try Again')
      expect(await screen.findByRole('article', { name: `Order ${ORDER}` }, RECOVERED)).toBeTruthy()
    },
  },
  '/payment': {
    async begin() {
      open(`/payment?orderId=${ORDER}`, true)
      render(<PaymentIsland capabilities={[]} />)
    },
    async told() {
      const alert = await screen.findByRole('alert', {}, WITHIN)
      expect(alert.textContent).toBe('Failed to load payment form. Please try again later.')
      expect(screen.getByRole('button', { name: 'Return to checkout' })).toBeTruthy()
    },
    async again() {
      await press('Try again')
      expect(await screen.findByRole('heading', { name: 'Complete Your Payment' }, RECOVERED)).toBeTruthy()
    },
  },
  '/pay/{token}': {
    async begin() {
      open(`/pay/${PAYMENT_LINK}`)
      render(<PayLinkIsland capabilities={['payment-links']} />)
    },
    async told() {
      const alert = await screen.findByRole('alert', {}, WITHIN)
      expect(alert.textContent).toBe('Failed to load payment form. Please try again later.')
      expect(screen.queryByText('This payment link is wrong or has expired')).toBeNull()
    },
    async again() {
      await press('Try again')
      expect(await screen.findByRole('heading', { name: 'Order of Asha' }, RECOVERED)).toBeTruthy()
      expect(await screen.findByRole('button', { name: 'Pay ₹1,800' }, RECOVERED)).toBeTruthy()
    },
  },
  '/api-test': {
    async begin() {
      open('/api-test')
      vi.spyOn(console, 'error').mockReturnValue()
      vi.spyOn(console, 'log').mockReturnValue()
      document.body.innerHTML = `<div id="api-test"><p data-show="loading" hidden>Testing</p>
        <p data-show="ready" hidden>Connection successful.</p><p data-show="failed" hidden></p>
        <button>Test again</button></div>`
      // It runs anew; the modules of the islands stay the ones that they know.
      await import(/* @vite-ignore */ `../../src/scripts/api-test.ts?${crypto.randomUUID()}`)
    },
    async told() {
      await vi.waitFor(() => expect(shown()).toBe('Connection failed. Check console for details.'), WITHIN)
    },
    async again() {
      await press('Test again')
      await vi.waitFor(() => expect(shown()).toBe('Connection successful.'), RECOVERED)
    },
  },
}

function shown(): string | null | undefined {
  return document.querySelector('[data-show]:not([hidden])')?.textContent
}

const routes = Object.keys(SCREENS) as Route[]
const cases = [
  ...FAULTS.map((fault) => ({ fault, tried: routes.filter((route) => isTried(fault, route)) })),
  ...MORE_FAULTS.map((fault) => ({ fault, tried: process.env.FAULTS === 'all' ? routes : [] })),
].filter(({ tried }) => tried.length > 0)

describe.each(cases)('$fault', ({ fault, tried }) => {
  test.each(tried)(
    '%s shows its sentence in time, and recovers with the API',
    { tags: ['@fault-8'] },
    async (route) => {
      await api.setFault(fault)
      await SCREENS[route]?.begin()
      await SCREENS[route]?.told(fault)
      await api.setFault(undefined)
      await SCREENS[route]?.again()
      expect(api.strays).toBe(0)
    },
  )
})
