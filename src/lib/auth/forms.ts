import * as z from 'zod/mini'

import { NAME_MIN_LENGTH, PASSWORD_MIN_LENGTH } from '../contract/constants.ts'
import { formMessages } from './messages.ts'

const email = z.email(formMessages.invalidEmail)
const password = z.string().check(z.minLength(PASSWORD_MIN_LENGTH, formMessages.shortPassword))

/** Validates the sign-in form. docs/requirements.md#51-sign-in-form */
export const loginFormSchema = z.object({
  email,
  password,
  rememberMe: z.optional(z.boolean()),
})

/**
 * Validates the registration form and trims names. Reports a mismatch of passwords on the confirm field.
 * docs/requirements.md#52-registration-form
 */
export const registerFormSchema = z
  .object({
    firstName: z.string().check(z.trim(), z.minLength(NAME_MIN_LENGTH, formMessages.shortFirstName)),
    lastName: z.string().check(z.trim(), z.minLength(NAME_MIN_LENGTH, formMessages.shortLastName)),
    email,
    password,
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
