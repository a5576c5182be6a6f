import { useId, type ReactNode } from 'react'

import { t } from '../../lib/i18n/translate.ts'
import { errorClasses, labelClasses } from '../../styles/classes.ts'

/** Props for the framed input, select or textarea. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FrameProps {
  label: ReactNode
  hint?: ReactNode
  /** Message under the field; marks the control as invalid. */
  error?: string | undefined
  /** Marks the control as invalid when a toast has the message. */
  isInvalid?: boolean
}

/** A label, any control, its hint and its error, connected for assistive technology. */
export function FieldFrame(props: FrameProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, hint, error, isInvalid = Boolean(error), children } = props
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className={labelClasses}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': isInvalid || undefined,
      })}
      {error && (
        <span id={errorId} className={errorClasses}>
          {t(error)}
        </span>
      )}
      {hint && (
        <span id={hintId} className="mt-1 block text-sm text-muted">
          {hint}
        </span>
      )}
    </div>
  )
}
