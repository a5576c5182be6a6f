import { Box, Paper, Typography } from '@mui/material'
import { LocalesMenuButton } from 'react-admin'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

/** A page without menu, for those who are not signed in. */
export function BarePage({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslate()
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', padding: 2 }}>
      <Paper sx={{ width: 'min(24rem, calc(100vw - 2rem))', padding: 3 }}>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <LocalesMenuButton />
        </Box>
        <Typography component="h1" variant="h5" gutterBottom>
          {t(title)}
        </Typography>
        {children}
      </Paper>
    </Box>
  )
}
