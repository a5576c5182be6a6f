import * as z from 'zod/mini'

import { optionalText, receivedText } from './received.ts'

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
