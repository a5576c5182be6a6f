import { useState } from 'react'

import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { t } from '../../lib/i18n/translate.ts'
import { deliveryMessages } from '../../lib/quote/messages.ts'
import { saveVisitPinCode } from '../../lib/quote/pin-code.ts'
import { buttonClasses, inputClasses } from '../../styles/classes.ts'
import { FieldFrame } from '../ui/Field.tsx'

interface Props {
  postalCode: string | undefined
  onChange: (postalCode: string) => void
}

/** The PIN code of this visit. A complete one is taken as it is typed; anything else is pointed out when it is left. */
export function PinCodeForm({ postalCode, onChange }: Props) {
  const [error, setError] = useState<string>()

  function take(text: string): string | undefined {
    const code = readPinCode(text)
    if (code === undefined) return undefined
    setError(undefined)
    saveVisitPinCode(code)
    onChange(code)
    return code
  }

  function check(text: string): boolean {
    if (take(text) !== undefined) return true
    setError(text.trim() === '' ? undefined : deliveryMessages.invalidPinCode)
    return false
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const field = event.currentTarget.querySelector('input')
        if (field && !check(field.value)) field.focus()
      }}
    >
      <FieldFrame label={t('PIN Code')} error={error}>
        {(control) => (
          <span className="flex gap-2">
            <input
              {...control}
              name="postalCode"
              autoComplete="postal-code"
              inputMode="numeric"
              enterKeyHint="done"
              defaultValue={postalCode}
              onInput={({ currentTarget: { value } }) => {
                if (take(value) === undefined) setError(undefined)
              }}
              onBlur={({ currentTarget: { value } }) => check(value)}
              className={inputClasses}
            />
            <button type="submit" className={`${buttonClasses.secondary} shrink-0`}>
              {t('Check')}
            </button>
          </span>
        )}
      </FieldFrame>
    </form>
  )
}
