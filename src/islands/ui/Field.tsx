import type { ComponentProps } from 'react'

import { inputClasses } from '../../styles/classes.ts'
import { FieldFrame, type FrameProps } from './FieldFrame.tsx'

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
