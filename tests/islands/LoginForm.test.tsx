// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'

import { LoginForm } from '../../src/islands/auth/LoginForm.tsx'
import { closeIslandPage, openIslandPage } from '../kit/browser/island.ts'

afterEach(closeIslandPage)

async function fill(email = 'asha@example.com', password = '123456'): Promise<void> {
  await userEvent.type(screen.getByLabelText('Email'), email)
  await userEvent.type(screen.getByLabelText('Password'), password)
}

test('a message disappears as soon as its field is valid', async () => {
  openIslandPage('/login')
  render(<LoginForm from={undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await fill()
  expect(screen.queryByText('Invalid email address')).toBeNull()
  expect(screen.queryByText('Password must be at least 6 characters')).toBeNull()
})

test('browsers can fill it in', { tags: ['@asvs-6.2.7'] }, () => {
  openIslandPage('/login')
  render(<LoginForm from={undefined} />)
  expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('email')
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
})

test('the form can be pressed before the script runs, is marked for it, and never writes a password into an address', () => {
  openIslandPage('/login')
  const html = renderToString(<LoginForm from={undefined} />)
  expect(html).toMatch(/<form [^>]*data-hydrating=""/)
  expect(html).not.toMatch(/<button type="submit"[^>]* disabled=/)
  expect(html).toContain('method="post"')
})

test.each([
  ['/checkout?step=1', '/register?from=%2Fcheckout%3Fstep%3D1'],
  [undefined, '/register'],
  ['//elsewhere.example', '/register'],
])(
  'registration is linked with the path to go on to: from %s it is %s',
  { tags: ['@req-2.4'] },
  (from, address) => {
    openIslandPage('/login')
    render(<LoginForm from={from} />)
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(address)
  },
)
