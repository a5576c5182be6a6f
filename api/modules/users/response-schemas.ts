import * as z from 'zod/mini'

import { invalidLinkSchema, openMattersSchema, wrongPasswordSchema } from '@tanabana/contract/user.ts'
import { components, failureResponse, moment, text } from '../../http/schemas.ts'

export const authorizationResponse = z.object({ token: text }).register(components, { id: 'Authorization' })

export const registrationResponse = z
  .object({ success: z.literal(true) })
  .register(components, { id: 'Registration' })

export const accountResponse = z
  .object({ data: z.object({ firstName: text, lastName: text, email: text, createdAt: moment }) })
  .register(components, { id: 'Account' })

/** 422 for a link, or for the new password. */
export const invalidLinkResponse = z
  .extend(failureResponse, { code: z.optional(invalidLinkSchema.shape.code) })
  .register(components, { id: 'InvalidLink' })

/** 422 for the password of the account, or for another field. */
export const wrongPasswordResponse = z
  .extend(failureResponse, { code: z.optional(wrongPasswordSchema.shape.code) })
  .register(components, { id: 'WrongPassword' })

export const openMattersResponse = z
  .extend(failureResponse, openMattersSchema.shape)
  .register(components, { id: 'OpenMatters' })

export const accountDataResponse = z
  .object({
    shop: text,
    exportedAt: moment,
    account: z.object({ email: text, firstName: text, lastName: text, createdAt: moment }),
    records: z.record(text, z.array(z.record(text, z.unknown()))),
  })
  .register(components, { id: 'AccountData' })
