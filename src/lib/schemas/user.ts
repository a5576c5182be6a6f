import * as z from 'zod/mini'

import { optionalText, receivedText } from './received.ts'

/** Answer of `POST /users/authorize`; a missing token is told apart from an unreadable answer. §5 Login */
export const authorizationSchema = z.object({ token: optionalText })

/** §3 User (account info) */
export const receivedAccountSchema = z.object({
  firstName: receivedText,
  lastName: receivedText,
  email: receivedText,
  createdAt: optionalText,
})

export type Account = z.output<typeof receivedAccountSchema>
