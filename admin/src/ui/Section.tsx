import { Box, Paper, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, type ReactNode } from 'react'

/** A titled part of a screen. */
export function Section({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const t = useTranslate()
  const id = useId()
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      variant="outlined"
      sx={{ padding: 2, marginBlockEnd: 2, minWidth: 0 }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          marginBlockEnd: 1,
        }}
      >
        <Typography id={id} component="h2" variant="h6">
          {t(title)}
        </Typography>
        {action}
      </Box>
      {children}
    </Paper>
  )
}

/** Facts as terms with their values; a fact without value is left out. */
export function Facts({ facts }: { facts: [term: string, value: ReactNode][] }) {
  const t = useTranslate()
  const known = facts.filter(([, value]) => Boolean(value) || value === 0)
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(6rem, auto) 1fr', gap: '4px 16px', margin: 0 }}
    >
      {known.map(([term, value]) => (
        <Box key={term} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {t(term)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
