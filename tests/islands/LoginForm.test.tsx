// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'

import { LoginForm } from '../../src/islands/auth/LoginForm.tsx'
import { closeIslandPage, openIslandPage, toastTexts, type StubResponse } from '../helpers/island.ts'

afterEach(closeIslandPage)

async function fill(email = 'asha@example.com', password = '123456'): Promise<void> {
  await userEvent.type(screen.getByLabelText('Email'), email)
  await userEvent.type(screen.getByLabelText('Password'), password)
}

test('invalid fields have their messages, the first has the focus, nothing is sent', async () => {
  const page = openIslandPage('/login')
  render(<LoginForm from={undefined} />)
  await userEvent.type(screen.getByLabelText('Password'), '12345{Enter}')
  const email = screen.getByRole('textbox', { name: 'Email' })
  expect(email.getAttribute('aria-invalid')).toBe('true')
  const described = email.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('Invalid email address')
  expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy()
  expect(document.activeElement).toBe(email)
  expect(page.calls).toEqual([])
})

test('a message disappears as soon as its field is valid', async () => {
  openIslandPage('/login')
  render(<LoginForm from={undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await fill()
  expect(screen.queryByText('Invalid email address')).toBeNull()
  expect(screen.queryByText('Password must be at least 6 characters')).toBeNull()
})

test.each([
  ['/checkout?step=1', '/checkout?step=1'],
  [undefined, '/'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example', '/'],
])('after sign-in from %s the shopper goes to %s', { tags: ['@req-10.3'] }, async (from, target) => {
  const page = openIslandPage('/login', {
    'POST /users/authorize': () => ({ status: 200, body: { token: 'fresh' } }),
  })
  render(<LoginForm from={from} />)
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(page.visits).toEqual([target])
  expect(screen.getByRole('button', { name: 'Signing in...' })).toBeTruthy()
})

test('the button reads Signing in... and a double click sends once', { tags: ['@req-2.4'] }, async () => {
  const response = Promise.withResolvers<Exclude<StubResponse, Error | Promise<unknown>>>()
  const page = openIslandPage('/login', { 'POST /users/authorize': () => response.promise })
  render(<LoginForm from={undefined} />)
  await fill()
  await userEvent.dblClick(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByRole('button', { name: 'Signing in...' })).toBeTruthy()
  response.resolve({ status: 400, body: {} })
  await screen.findByRole('button', { name: 'Sign in' })
  expect(page.calls).toHaveLength(1)
})

test('a failure is shown by the toast only, and the typed values stay', async () => {
  const page = openIslandPage('/login', {
    'POST /users/authorize': () => ({ status: 401, body: { error: 'Wrong password.' } }),
  })
  render(<LoginForm from={undefined} />)
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('button', { name: 'Sign in' })
  expect(toastTexts()).toEqual(['Error / Wrong password.'])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.com')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('123456')
  expect(page.visits).toEqual([])
})

test('the password can be shown and hidden', { tags: ['@asvs-6.2.6', '@req-2.4'] }, async () => {
  openIslandPage('/login')
  render(<LoginForm from={undefined} />)
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password.type).toBe('password')
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

test('"Remember me" is ticked from the start', { tags: ['@req-2.4'] }, () => {
  openIslandPage('/login')
  render(<LoginForm from={undefined} />)
  expect(screen.getByLabelText<HTMLInputElement>('Remember me').checked).toBe(true)
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
