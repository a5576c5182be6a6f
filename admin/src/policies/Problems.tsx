import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'

import { rankLabels, type Problem } from './content.ts'

const SEVERITIES = { breaks: 'error', law: 'error', wrong: 'warning', harmless: 'info' } as const

/** What the check of the shop found, with its place; `onShow` opens the line of one. */
export function Problems({ problems, onShow }: { problems: Problem[]; onShow?: (line: number) => void }) {
  const t = useTranslate()
  return problems.map(({ place, rank, says }) => (
    <Alert
      key={JSON.stringify([place, says])}
      severity={SEVERITIES[rank]}
      sx={{ marginBlockStart: 1 }}
      action={
        onShow && place.line !== undefined ? (
          <Button onClick={() => onShow(place.line ?? 1)}>{t('Show')}</Button>
        ) : undefined
      }
    >
      <strong>{t(rankLabels[rank] ?? rank)}</strong>{' '}
      {place.line === undefined
        ? [place.document, place.language, place.field].filter(Boolean).join(' ')
        : t('Line %{line}', { line: place.line })}
      : {says}
    </Alert>
  ))
}
