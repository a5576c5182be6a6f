import * as z from 'zod/mini'

/** The sentence under each wrong field, by the field's name. */
export type FormErrors = Partial<Record<string, string>>

/** What `schema` finds wrong in `form`: the first sentence of each field; no entry when all is well. docs/requirements.md#5-validation */
export function formErrors(schema: z.ZodMiniType, form: unknown): FormErrors {
  const result = z.safeParse(schema, form)
  const errors: FormErrors = {}
  for (const { path, message } of result.error?.issues ?? []) errors[String(path[0])] ??= message
  return errors
}
