import { expect, test } from 'vitest'

import {
  accountFailureText,
  loginFailureText,
  registrationFailureText,
} from '../../../src/lib/auth/account-text.ts'
import { NoResponseError, StatusError } from '../../../src/lib/api-client/errors.ts'

const silent = new NoResponseError('No answer')
const refused = new StatusError(409, 'This e-mail is taken.')
const wordless = new StatusError(500, undefined)

test.each<[Error, string]>([
  [refused, 'This e-mail is taken.'],
  [wordless, 'Failed to login. Please check your credentials.'],
  [new StatusError(400, ''), 'Failed to login. Please check your credentials.'],
  [silent, 'No response from server. Please try again later.'],
  [new Error('else'), 'Failed to login. Please check your credentials.'],
])('a login that fails with %o says so', { tags: ['@req-8.1'] }, (error, text) => {
  expect(loginFailureText(error)).toBe(text)
})

test.each<[Error, string]>([
  [refused, 'This e-mail is taken.'],
  [wordless, 'Failed to register. Please try again.'],
  [silent, 'Failed to register. Please try again.'],
])('a registration that fails with %o says so', { tags: ['@req-8.1'] }, (error, text) => {
  expect(registrationFailureText(error)).toBe(text)
})

test.each<[Error, string]>([
  [wordless, 'Failed to load account information (Status: 500)'],
  [silent, 'Failed to load account information (No response received)'],
  [new Error('Odd answer'), 'Failed to load account information (Odd answer)'],
])('an account that fails with %o says so', { tags: ['@req-8.5'] }, (error, text) => {
  expect(accountFailureText(error)).toBe(text)
})
