import * as z from 'zod/mini'

import { NAME_MIN_LENGTH, PASSWORD_MIN_LENGTH } from './constants.ts'
import { optionalText, receivedText } from './received.ts'

const accountFieldMessages = {
  invalidEmail: 'Invalid email address',
  shortPassword: 'Password must be at least 6 characters',
  shortFirstName: 'First name must be at least 2 characters',
  shortLastName: 'Last name must be at least 2 characters',
}

/** Fields of an account, in the registration form and in `POST /users/register`; names are trimmed. */
export const accountFields = {
  firstName: z.string().check(z.trim(), z.minLength(NAME_MIN_LENGTH, accountFieldMessages.shortFirstName)),
  lastName: z.string().check(z.trim(), z.minLength(NAME_MIN_LENGTH, accountFieldMessages.shortLastName)),
  email: z.email(accountFieldMessages.invalidEmail),
  password: z.string().check(z.minLength(PASSWORD_MIN_LENGTH, accountFieldMessages.shortPassword)),
}

/**
 * Response of `POST /users/authorize`. The token is optional: a missing one has its own message.
 * docs/requirements.md#51-sign-in-form
 */
export const authorizationSchema = z.object({ token: optionalText })

/** A received account. docs/requirements.md#38-user */
export const receivedAccountSchema = z.object({
  firstName: receivedText,
  lastName: receivedText,
  email: receivedText,
  createdAt: optionalText,
})

export type Account = z.output<typeof receivedAccountSchema>

/** 422 of a call that asks for the password: it is wrong. */
export const wrongPasswordSchema = z.object({ code: z.literal('wrong-password') })

/** 422 of a link that is used, expired or of another shop. */
export const invalidLinkSchema = z.object({ code: z.literal('invalid-link') })

/** 409 of `POST /account/erasure`: what the shop still owes to the shopper. docs/requirements.md#1134-account-data */
export const openMattersSchema = z.object({
  code: z.literal('open-matters'),
  openOrders: z.number(),
  openReturns: z.number(),
  refundsDue: z.number(),
})

/**
 * Checks for non-space text, @, non-space text, dot, non-space text. Reads the text once, because a regular expression
 * takes minutes on a long text of dots. docs/requirements.md#52-registration-form
 */
export function isSimpleEmail(text: string): boolean {
  const at = text.indexOf('@', 1)
  const dot = text.lastIndexOf('.', text.length - 2)
  return at > 0 && dot > at + 1 && !/\s/.test(text)
}
