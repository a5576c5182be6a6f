import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'

export interface FormCheck {
  errors: FormErrors
  /** Returns true without errors; otherwise shows them and focuses the first invalid field. */
  check: (form: HTMLFormElement) => boolean
  /** Handler for the form's `onInput`: removes each message once its field is valid. */
  recheck: (event: { currentTarget: HTMLFormElement }) => void
}

/** Shows the messages that `validate` returns under the fields of a form. docs/requirements.md#5-validation */
export function useFormErrors(validate: (form: HTMLFormElement) => FormErrors): FormCheck {
  const [errors, setErrors] = useState<FormErrors>({})

  function check(form: HTMLFormElement): boolean {
    const found = validate(form)
    // Render at once, so that a screen reader finds the message when the focus arrives.
    flushSync(() => setErrors(found))
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    return Object.keys(found).length === 0
  }

  function recheck({ currentTarget }: { currentTarget: HTMLFormElement }): void {
    if (Object.keys(errors).length === 0) return
    const found = validate(currentTarget)
    setErrors(Object.fromEntries(Object.entries(found).filter(([name]) => errors[name] !== undefined)))
  }

  return { errors, check, recheck }
}

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
