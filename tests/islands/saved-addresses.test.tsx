// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

const script = vi.hoisted(() => {
  vi.resetModules()
  return { loads: 0 }
})
vi.mock('../../src/islands/checkout/AddressChoices.tsx', () => {
  script.loads += 1
  throw new Error('The script did not load.')
})

const { CheckoutIsland } = await import('../../src/islands/checkout/CheckoutIsland.tsx')
const { $cart } = await import('../../src/lib/cart/cart-store.ts')
const { closeIslandPage } = await import('../kit/browser/island.ts')
const { openShopperPage } = await import('../kit/browser/shopper-page.ts')

afterEach(closeIslandPage)

test('a shopper can order when the script of the saved addresses fails to load', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  openShopperPage('/checkout', {})
  $cart.set([{ id: 'k1', name: 'Kurta', image: '', price: 999.5, quantity: 1 }])
  render(<CheckoutIsland capabilities={['addresses']} />)
  await expect.poll(() => script.loads).toBeGreaterThan(0)
  // Turns in which React would render the failure.
  await act(async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  })
  expect(await screen.findByLabelText('Full Name')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Create Order' })).toBeDefined()
})
