import * as z from 'zod/mini'

/** Error message by field name. */
export type FormErrors = Partial<Record<string, string>>

/**
 * Validates `form` and returns the first message of each invalid field; empty without errors.
 * docs/requirements.md#5-validation
 */
export function formErrors(schema: z.ZodMiniType, form: unknown): FormErrors {
  const result = z.safeParse(schema, form)
  const errors: FormErrors = {}
  for (const { path, message } of result.error?.issues ?? []) errors[String(path[0])] ??= message
  return errors
}
