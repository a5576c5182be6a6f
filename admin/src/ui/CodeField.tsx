import { TextField } from '@mui/material'
import { useTranslate } from 'ra-core'

/** The code of an authenticator app. */
export function CodeField({ label, required }: { label: string; required: boolean }) {
  const t = useTranslate()
  return (
    <TextField
      name="code"
      label={t(label)}
      autoComplete="one-time-code"
      required={required}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
    />
  )
}
