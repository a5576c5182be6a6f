import { CONTRAST_MIN, faintColors } from '@tanabana/contract/theme-contrast.ts'
import type { Theme } from '@tanabana/contract/store-info.ts'
import { Alert } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'

import { labelOf } from './schema.ts'

/** Colours of the form that are hard to read on each other, by the rule that publishing checks. */
export function ThemeContrast() {
  const t = useTranslate()
  const theme = useWatch({ name: 'theme' }) as Theme | undefined
  const faint = faintColors(theme ?? {})
  if (faint.length === 0) return <Alert severity="success">{t('All colours are easy to read.')}</Alert>
  return faint.map(({ scheme, token, on, ratio }) => (
    <Alert key={`${scheme} ${token} ${on}`} severity="error" sx={{ marginBlock: 0.5 }}>
      {t('%{token} on %{background}: contrast %{ratio} to 1, at least %{least} is needed', {
        token: t(labelOf(token)),
        background: t(labelOf(on)),
        ratio,
        least: CONTRAST_MIN,
      })}{' '}
      {scheme === 'dark' && `(${t('Dark')})`}
    </Alert>
  ))
}
