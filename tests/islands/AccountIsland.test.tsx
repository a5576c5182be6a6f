// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

import { AccountIsland } from '../../src/islands/auth/AccountIsland.tsx'
import { closeIslandPage, openIslandPage, signInBefore } from '../kit/browser/island.ts'

afterEach(closeIslandPage)

const account = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@example.com',
  createdAt: '2025-03-09T12:00:00Z',
}

test('while the authentication status is loading it renders nothing', { tags: ['@req-2.3'] }, () => {
  openIslandPage('/account')
  expect(renderToString(<AccountIsland canRevoke={false} />)).toBe('')
})

test.each([[account], [{ data: account }]])(
  'shows name, e-mail and member-since date of %j',
  { tags: ['@req-2.16', '@req-3.8', '@req-10.4'] },
  async (body) => {
    const page = openIslandPage('/account', { 'GET /accountInfo': () => ({ status: 200, body }) })
    signInBefore()
    render(<AccountIsland canRevoke={false} />)
    expect(await screen.findByText('Asha Rao')).toBeTruthy()
    expect(screen.getByText('asha@example.com')).toBeTruthy()
    expect(screen.getByText('March 9, 2025')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe('/orders')
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
    expect(page.calls[0]?.authorization).toBe('Bearer token-1')
  },
)

test(
  'a page that comes back from the back/forward cache after sign-out leads to /login',
  { tags: ['@asvs-14.3.1', '@req-10.3'] },
  async () => {
    const page = openIslandPage('/account', { 'GET /accountInfo': () => ({ status: 200, body: account }) })
    signInBefore()
    render(<AccountIsland canRevoke={false} />)
    await screen.findByText('Asha Rao')
    document.cookie = 'auth_token=; Path=/'
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await expect.poll(() => screen.queryByText('Asha Rao')).toBeNull()
    expect(page.visits).toEqual(['/login?from=%2Faccount'])
  },
)

test(
  'a page that is shown again after a sign-out in another tab leads to /login, one that is left does not',
  { tags: ['@req-4.1', '@req-10.3'] },
  async () => {
    const page = openIslandPage('/account', { 'GET /accountInfo': () => ({ status: 200, body: account }) })
    signInBefore()
    render(<AccountIsland canRevoke={false} />)
    await screen.findByText('Asha Rao')
    document.cookie = 'auth_token=; Path=/'
    using hidden = vi.spyOn(document, 'hidden', 'get')
    const tell = (isHidden: boolean) => {
      hidden.mockReturnValue(isHidden)
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }
    tell(true)
    expect(page.visits).toEqual([])
    tell(false)
    expect(page.visits).toEqual(['/login?from=%2Faccount'])
  },
)
