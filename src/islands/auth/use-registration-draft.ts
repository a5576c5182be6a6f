import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

import { parseRecord } from '../../lib/platform/parse-stored.ts'
import { readStored, REGISTRATION_KEY, saveStored } from '../../lib/platform/storage.ts'
import { navigationType } from '../ui/page-hooks.ts'

/** Passwords are never stored. */
const FIELDS = ['firstName', 'lastName', 'email']

/**
 * Fills names and e-mail in again after a reload or Back; any other visit starts with an empty form. Returns the
 * function that saves them in this tab. docs/requirements.md#25-registration
 */
export function useRegistrationDraft(form: RefObject<HTMLFormElement | null>): () => void {
  useLayoutEffect(() => {
    if (navigationType() === 'navigate') {
      saveStored(REGISTRATION_KEY, undefined, 'sessionStorage')
      return
    }
    const draft = parseRecord(readStored(REGISTRATION_KEY, 'sessionStorage'))
    for (const [name, field] of draftFields(form.current)) {
      const text = draft[name]
      if (field.value === '' && typeof text === 'string') field.value = text
    }
  }, [form])

  return () => {
    const typed = draftFields(form.current).map(([name, { value }]) => [name, value])
    saveStored(REGISTRATION_KEY, Object.fromEntries(typed), 'sessionStorage')
  }
}

function draftFields(form: HTMLFormElement | null): [string, HTMLInputElement][] {
  return FIELDS.flatMap((name) => {
    const field = form?.elements.namedItem(name)
    return field instanceof HTMLInputElement ? [[name, field]] : []
  })
}
