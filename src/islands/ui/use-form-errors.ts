import { useState } from 'react'
import { flushSync } from 'react-dom'

import type { FormErrors } from '../../lib/domain/form-errors.ts'

export interface FormCheck {
  errors: FormErrors
  /** True when all is well; otherwise the errors show and the first wrong field has the focus. */
  check: (form: HTMLFormElement) => boolean
  /** Put on the form's `onInput`: a sentence goes as soon as its field is right. */
  recheck: (event: { currentTarget: HTMLFormElement }) => void
}

/** The sentences under the fields of a form, found by `validate`. docs/requirements.md#51-sign-in-form */
export function useFormErrors(validate: (form: HTMLFormElement) => FormErrors): FormCheck {
  const [errors, setErrors] = useState<FormErrors>({})

  function check(form: HTMLFormElement): boolean {
    const found = validate(form)
    // At once, so that a screen reader finds the sentence when the focus arrives.
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
