import * as z from 'zod/mini'

import { optionalText, receivedText } from './received.ts'

/** Answer of `POST /users/authorize`; a missing token is told apart from an unreadable answer. docs/requirements.md#51-sign-in-form */
export const authorizationSchema = z.object({ token: optionalText })

/** docs/requirements.md#38-user */
export const receivedAccountSchema = z.object({
  firstName: receivedText,
  lastName: receivedText,
  email: receivedText,
  createdAt: optionalText,
})

export type Account = z.output<typeof receivedAccountSchema>
