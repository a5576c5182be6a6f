import * as z from 'zod/mini'

import { accountFields } from '../contract/user.ts'
import { formMessages } from './messages.ts'

/** Validates the sign-in form. docs/requirements.md#51-sign-in-form */
export const loginFormSchema = z.object({
  email: accountFields.email,
  password: accountFields.password,
  rememberMe: z.optional(z.boolean()),
})

/**
 * Validates the registration form and trims names. Reports a mismatch of passwords on the confirm field.
 * docs/requirements.md#52-registration-form
 */
export const registerFormSchema = z
  .object({
    ...accountFields,
    confirmPassword: z.string(),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      error: formMessages.passwordsDiffer,
      path: ['confirmPassword'],
      when: () => true,
    }),
  )

export type LoginForm = z.output<typeof loginFormSchema>
export type RegisterForm = z.output<typeof registerFormSchema>
