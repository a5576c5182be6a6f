import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'

import { t } from '../../lib/i18n/translate.ts'
import { errorClasses, inputClasses, labelClasses } from '../../styles/classes.ts'

export type FieldProps = FrameProps & Omit<ComponentProps<'input'>, 'id' | 'className'>

/**
 * A labelled input. Leave it uncontrolled (`defaultValue`, read by `FormData`) in server-rendered forms, so that text
 * typed before hydration stays.
 */
export function Field({ label, hint, error, isInvalid, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} isInvalid={isInvalid}>
      {(control) => <input {...input} {...control} className={inputClasses} />}
    </FieldFrame>
  )
}

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
