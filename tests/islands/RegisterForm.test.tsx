// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { RegisterForm } from '../../src/islands/auth/RegisterForm.tsx'
import { closeIslandPage, openIslandPage } from '../kit/browser/island.ts'

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

test('names of spaces only have their messages, and nothing is sent', async () => {
  const page = openIslandPage('/register')
  render(<RegisterForm from={undefined} />)
  await fill({ ...right, 'First name': '   ', 'Last name': ' \u00a0 ' })
  await create()
  expect(screen.getByText('First name must be at least 2 characters')).toBeTruthy()
  expect(screen.getByText('Last name must be at least 2 characters')).toBeTruthy()
  expect(page.calls).toEqual([])
})

test('both passwords can be shown, and the note names common providers', { tags: ['@req-2.5'] }, async () => {
  openIslandPage('/register')
  render(<RegisterForm from={undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show confirm password' }))
  expect(screen.getByLabelText<HTMLInputElement>('Confirm password').type).toBe('text')
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password')
  expect(screen.getByText(/common email provider/)).toBeTruthy()
})

test('after a failure, every link to the sign-in has the same name', { tags: ['@req-2.5'] }, async () => {
  openIslandPage('/register', {
    'POST /users/register': () => ({ status: 409, body: { error: 'This email has an account already.' } }),
  })
  render(<RegisterForm from={undefined} />)
  await fill()
  await create()
  await screen.findByText(/Does this email already have an account/)
  const links = screen.getAllByRole('link').filter((link) => link.getAttribute('href') === '/login')
  expect(links.map((link) => link.textContent)).toEqual(['Login', 'Login'])
})

test('browsers can fill it in', { tags: ['@asvs-6.2.7'] }, () => {
  openIslandPage('/register')
  render(<RegisterForm from={undefined} />)
  const tokens = Object.keys(right).map((label) => screen.getByLabelText(label).getAttribute('autocomplete'))
  expect(tokens).toEqual(['given-name', 'family-name', 'email', 'new-password', 'new-password'])
})
