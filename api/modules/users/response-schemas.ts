import * as z from 'zod/mini'

import { components, text, moment } from '../../http/schemas.ts'

export const authorizationResponse = z.object({ token: text }).register(components, { id: 'Authorization' })

export const registrationResponse = z
  .object({ success: z.literal(true) })
  .register(components, { id: 'Registration' })

export const accountResponse = z
  .object({ data: z.object({ firstName: text, lastName: text, email: text, createdAt: moment }) })
  .register(components, { id: 'Account' })
