import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'

import { focusInvalid } from './focus-field.ts'
import { useReturn } from './page-hooks.ts'

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
    focusInvalid(form)
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

/** After `'leaving'` the form stays pending until the next page shows; any other value ends it. */
export type SubmitOutcome = unknown

export interface Submission {
  isPending: boolean
  /** Message of the last failure; cleared by the next try. */
  message: string | undefined
  /** Runs `action` unless one is in flight, so that a double click sends once. Never rejects. */
  submit: (action: () => Promise<SubmitOutcome>) => Promise<void>
}

/**
 * State of a form's submit. `toMessage` converts a failure to the form's message, or to `undefined` when a toast has
 * it.
 */
export function useSubmit(toMessage: (error: unknown) => string | undefined): Submission {
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const isInFlight = useRef(false)

  // The page may have been left while the form was pending.
  useReturn(() => {
    isInFlight.current = false
    setPending(false)
  })

  async function submit(action: () => Promise<SubmitOutcome>): Promise<void> {
    if (isInFlight.current) return
    isInFlight.current = true
    setMessage(undefined)
    setPending(true)
    let outcome: SubmitOutcome
    try {
      outcome = await action()
    } catch (error) {
      setMessage(toMessage(error))
    } finally {
      if (outcome !== 'leaving') {
        isInFlight.current = false
        setPending(false)
      }
    }
  }

  return { isPending, message, submit }
}

/** Returns the text of a form field; empty for a field that is absent or holds a file. */
export function formText(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
