import { expect, test } from 'vitest'

import { formErrors } from '../../src/islands/ui/use-form.ts'
import { loginFormSchema, registerFormSchema } from '../../src/lib/auth/account-actions.ts'

test('an empty login has both messages', () => {
  expect(formErrors(loginFormSchema, { email: '', password: '' })).toEqual({
    email: 'Invalid email address',
    password: 'Password must be at least 6 characters',
  })
})

test('an empty registration has a message for each invalid field', () => {
  const form = { firstName: '', lastName: 'R', email: 'asha', password: '12345', confirmPassword: '' }
  expect(formErrors(registerFormSchema, form)).toEqual({
    firstName: 'First name must be at least 2 characters',
    lastName: 'Last name must be at least 2 characters',
    email: 'Invalid email address',
    password: 'Password must be at least 6 characters',
    confirmPassword: 'Passwords do not match',
  })
})

test('a right form has none', () => {
  expect(formErrors(loginFormSchema, { email: 'asha@example.com', password: '123456' })).toEqual({})
})
