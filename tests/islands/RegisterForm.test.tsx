// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { LoginForm } from '../../src/islands/auth/LoginForm.tsx'
import { RegisterForm } from '../../src/islands/auth/RegisterForm.tsx'
import {
  closeIslandPage,
  isTokenKept,
  openIslandPage,
  toastTexts,
  type StubResponse,
} from '../helpers/island.ts'

afterEach(closeIslandPage)

const right = {
  'First name': 'Asha',
  'Last name': 'Rao',
  Email: 'Asha@Example.com',
  Password: '123456',
  'Confirm password': '123456',
}

async function fill(fields: Record<string, string> = right): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await userEvent.type(screen.getByLabelText(label), value)
  }
}

const create = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }))

test(
  'invalid fields have their messages and nothing is sent',
  { tags: ['@req-5.2', '@req-9.5'] },
  async () => {
    const page = openIslandPage('/register')
    render(<RegisterForm from={undefined} />)
    await fill({ 'First name': 'A', 'Last name': 'R', Password: '12345', 'Confirm password': '1' })
    await create()
    for (const sentence of [
      'First name must be at least 2 characters',
      'Last name must be at least 2 characters',
      'Invalid email address',
      'Password must be at least 6 characters',
      'Passwords do not match',
    ]) {
      expect(screen.getByText(sentence)).toBeTruthy()
    }
    expect(document.activeElement).toBe(screen.getByLabelText('First name'))
    expect(toastTexts()).toEqual([])
    expect(page.calls).toEqual([])
  },
)

test('an e-mail that fails the second check has its toast and nothing is sent', async () => {
  const page = openIslandPage('/register')
  render(<RegisterForm from={undefined} />)
  await fill({ ...right, Email: 'asha@example' })
  await create()
  expect(toastTexts()).toEqual(['Invalid Email / Please enter a valid email address.'])
  expect(page.calls).toEqual([])
})

test(
  'a valid registration is sent once, does not sign in and goes to /',
  { tags: ['@asvs-7.6.2', '@req-2.5'] },
  async () => {
    const response = Promise.withResolvers<Exclude<StubResponse, Error | Promise<unknown>>>()
    const page = openIslandPage('/register', { 'POST /users/register': () => response.promise })
    render(<RegisterForm from={undefined} />)
    await fill()
    await create()
    await userEvent.click(screen.getByRole('button', { name: 'Creating account...' }))
    response.resolve({ status: 201, body: {} })
    await expect.poll(() => page.visits).toEqual(['/'])
    expect(page.calls.map(({ body }) => body)).toEqual([
      { email: 'asha@example.com', password: '123456', firstName: 'Asha', lastName: 'Rao' },
    ])
    expect(isTokenKept()).toBe(false)
  },
)

test(
  'a shopper who came from a protected page goes to sign-in, which has the e-mail and the path',
  { tags: ['@req-2.5'] },
  async () => {
    const page = openIslandPage('/register', {
      'POST /users/register': () => ({ status: 201, body: {} }),
    })
    render(<RegisterForm from="/checkout?step=1" />)
    await fill()
    await create()
    await expect.poll(() => page.visits).toEqual(['/login?from=%2Fcheckout%3Fstep%3D1'])
    cleanup()
    render(<LoginForm from="/checkout?step=1" />)
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('Asha@Example.com')
    cleanup()
    render(<LoginForm from="/checkout?step=1" />)
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
  },
)

test('names of spaces only have their messages, and nothing is sent', async () => {
  const page = openIslandPage('/register')
  render(<RegisterForm from={undefined} />)
  await fill({ ...right, 'First name': '   ', 'Last name': ' \u00a0 ' })
  await create()
  expect(screen.getByText('First name must be at least 2 characters')).toBeTruthy()
  expect(screen.getByText('Last name must be at least 2 characters')).toBeTruthy()
  expect(page.calls).toEqual([])
})

test('a failure has its toast, the screen’s own message, and loses nothing', async () => {
  openIslandPage('/register', {
    'POST /users/register': () => ({ status: 409, body: { error: 'Taken.' } }),
  })
  render(<RegisterForm from={undefined} />)
  await fill()
  await create()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Registration failed. Please try using a different email provider (like gmail.com or outlook.com).',
  )
  expect(toastTexts()).toEqual(['Registration Error / Taken.'])
  expect(screen.getByLabelText<HTMLInputElement>('Confirm password').value).toBe('123456')
})

test('both passwords can be shown, and the note names common providers', { tags: ['@req-2.5'] }, async () => {
  openIslandPage('/register')
  render(<RegisterForm from={undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show confirm password' }))
  expect(screen.getByLabelText<HTMLInputElement>('Confirm password').type).toBe('text')
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password')
  expect(screen.getByText(/common email provider/)).toBeTruthy()
})

test('browsers can fill it in', { tags: ['@asvs-6.2.7'] }, () => {
  openIslandPage('/register')
  render(<RegisterForm from={undefined} />)
  const tokens = Object.keys(right).map((label) => screen.getByLabelText(label).getAttribute('autocomplete'))
  expect(tokens).toEqual(['given-name', 'family-name', 'email', 'new-password', 'new-password'])
})
