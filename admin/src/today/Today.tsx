import { Box, List, ListItem, ListItemButton, ListItemText, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Title } from 'react-admin'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

import { call } from '../api-client/call.ts'
import { Section } from '../ui/Section.tsx'
import { useFormats } from '../ui/format.ts'
import { ReceivedButton } from './ReceivedButton.tsx'
import { listWith, PARTS, type Part } from './parts.ts'

const ROWS_SHOWN = 20

interface Takings {
  amount: number
  payments: number
}

interface TodayResponse {
  parts: Part[]
  takings?: { day: Takings; week: Takings }
  lowStock: { variantId: string; productId: string; title: string; choice: string; stock: number | null }[]
  contactMessages?: { id: string; subject: string; name: string; createdAt: string }[]
}

/** What waits in the shop, by what is next: each row one press away. */
export default function Today() {
  const t = useTranslate()
  const { data } = useQuery({ queryKey: ['today'], queryFn: () => call<TodayResponse>('GET', '/today') })
  const isEmpty =
    data?.parts.every(({ count }) => count === 0) &&
    data.lowStock.length + (data.contactMessages?.length ?? 0) === 0
  return (
    <Box sx={{ paddingBlockStart: 2 }}>
      <Title title="Today" />
      {data?.takings && <TakingsLine {...data.takings} />}
      {isEmpty && <Typography>{t('Nothing waits. Well done.')}</Typography>}
      <Box sx={{ columnWidth: { md: '24rem' }, columnGap: 2, '& > *': { breakInside: 'avoid' } }}>
        {data?.parts.map((part) => (
          <PartSection key={part.key} part={part} />
        ))}
        {data?.contactMessages && <Written rows={data.contactMessages} />}
        {data && <LowStock rows={data.lowStock} />}
      </Box>
    </Box>
  )
}

function TakingsLine({ day, week }: { day: Takings; week: Takings }) {
  const t = useTranslate()
  const { money } = useFormats()
  return (
    <Box component="section" aria-label={t('Takings')} sx={{ display: 'flex', gap: 4, marginBlockEnd: 2 }}>
      {[
        { title: 'Today', ...day },
        { title: 'Last 7 days', ...week },
      ].map(({ title, amount, payments }) => (
        <Box key={title}>
          <Typography variant="body2" color="text.secondary">
            {t(title)}
          </Typography>
          <Typography variant="h5" component="p">
            {money(amount)}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {t('1 payment |||| %{smart_count} payments', { smart_count: payments })}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

function PartSection({ part: { key, count, rows } }: { part: Part }) {
  const t = useTranslate()
  const { money } = useFormats()
  const about = PARTS[key]
  if (!about || count === 0) return null
  return (
    <Section title={`${t(about.title)} (${count})`} action={<Link to={about.to}>{t('All')}</Link>}>
      <List disablePadding>
        {rows.slice(0, ROWS_SHOWN).map((row) => (
          <ListItem key={row.payment ?? row.return ?? row.order} disablePadding sx={{ gap: 1 }}>
            <ListItemButton component={Link} to={`/orders/${row.order}/show`} disableGutters>
              <ListItemText
                primary={[row.name, row.city].filter(Boolean).join(', ') || row.order}
                secondary={[row.name && row.order, row.reference, row.reason].filter(Boolean).join(' · ')}
              />
              {row.amount !== undefined && <Typography>{money(row.amount)}</Typography>}
            </ListItemButton>
            {key === 'paymentsToCheck' && row.reference && (
              <ReceivedButton order={row.order} reference={row.reference} />
            )}
          </ListItem>
        ))}
      </List>
    </Section>
  )
}

function LowStock({ rows }: { rows: TodayResponse['lowStock'] }) {
  const t = useTranslate()
  if (rows.length === 0) return null
  return (
    <Section title={`${t('Low stock')} (${rows.length})`}>
      <List disablePadding>
        {rows.slice(0, ROWS_SHOWN).map(({ variantId, productId, title, choice, stock }) => (
          <ListItem key={variantId} disablePadding>
            <ListItemButton component={Link} to={`/products/${productId}`} disableGutters>
              <ListItemText primary={title} secondary={choice} />
              <Typography>{stock}</Typography>
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Section>
  )
}

function Written({ rows }: { rows: NonNullable<TodayResponse['contactMessages']> }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  if (rows.length === 0) return null
  const list = listWith('contact-messages', { answered: 'no' })
  return (
    <Section
      title={`${t('Messages from shoppers')} (${rows.length})`}
      action={<Link to={list}>{t('All')}</Link>}
    >
      <List disablePadding>
        {rows.map(({ id, subject, name, createdAt }) => (
          <ListItem key={id} disablePadding>
            <ListItemButton component={Link} to={list} disableGutters>
              <ListItemText primary={subject} secondary={`${name}, ${dateTime(createdAt)}`} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Section>
  )
}
