import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { call } from '../api-client/call.ts'
import { TitledDialog } from '../ui/TitledDialog.tsx'

export interface Compared {
  html?: string
  differences: { field: string; lines: string[] }[]
}

interface Props {
  title: string
  /** The call that answers the differences. */
  path: string
  actions: (compared: Compared) => ReactNode
  onClose: () => void
}

const COLORS: Record<string, string> = { '+': 'success.main', '-': 'error.main' }

/** The differences of two states of texts, line by line, and what can be done about them. */
export function DifferencesDialog({ title, path, actions, onClose }: Props) {
  const t = useTranslate()
  const { data } = useQuery({ queryKey: ['differences', path], queryFn: () => call<Compared>('GET', path) })
  return (
    <TitledDialog title={title} maxWidth="md" actions={data && actions(data)} onClose={onClose}>
      {data?.differences.length === 0 && <Typography>{t('There is no difference.')}</Typography>}
      {data?.differences.map(({ field, lines }) => (
        <div key={field}>
          <Typography variant="subtitle2">{field}</Typography>
          <Box component="pre" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {lines.map((line, at) => (
              <Box key={at} sx={{ color: COLORS[line.charAt(0)] }}>
                {line}
              </Box>
            ))}
          </Box>
        </div>
      ))}
    </TitledDialog>
  )
}
