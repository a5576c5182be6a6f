import { useState } from 'react'

import { t } from '../../lib/i18n/translate.ts'
import { inputClasses } from '../../styles/classes.ts'
import { FieldFrame } from './Field.tsx'
import type { FieldProps } from './Field.tsx'
import { useHydrated } from './page-hooks.ts'

/** A password field with a show/hide button. docs/requirements.md#24-sign-in */
export function PasswordField({
  label,
  hint,
  error,
  isInvalid,
  ...input
}: Omit<FieldProps, 'label' | 'type'> & { label: string }) {
  const [isShown, setShown] = useState(false)
  const isHydrated = useHydrated()
  const verb = isShown ? t('Hide') : t('Show')
  return (
    <FieldFrame label={label} hint={hint} error={error} isInvalid={isInvalid}>
      {(control) => (
        <span className="relative block">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={`${inputClasses} pe-20`}
          />
          <button
            type="button"
            disabled={!isHydrated}
            aria-controls={control.id}
            aria-label={`${verb} ${label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 end-0 min-w-target rounded px-4 text-sm font-medium text-muted hover:text-ink"
          >
            {verb}
          </button>
        </span>
      )}
    </FieldFrame>
  )
}
