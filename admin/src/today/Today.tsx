import { Box, List, ListItem, ListItemButton, ListItemText, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Title } from 'react-admin'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { call } from '../api-client/call.ts'
import { useMay } from '../ui/PlainList.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { Section } from '../ui/Section.tsx'
import { useFormats } from '../ui/format.ts'
import { listWith, PARTS, type Part } from './parts.ts'

const ROWS_SHOWN = 20
const UNANSWERED = listWith('contact-messages', { answered: 'no' })

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
  const { dateTime } = useFormats()
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
        <Waiting
          title="Messages from shoppers"
          all={UNANSWERED}
          rows={data?.contactMessages?.map(({ id, subject, name, createdAt }) => ({
            key: id,
            to: UNANSWERED,
            primary: subject,
            secondary: `${name}, ${dateTime(createdAt)}`,
          }))}
        />
        <Waiting
          title="Low stock"
          rows={data?.lowStock.map(({ variantId, productId, title, choice, stock }) => ({
            key: variantId,
            to: `/products/${productId}`,
            primary: title,
            secondary: choice,
            end: stock,
          }))}
        />
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
  const { money } = useFormats()
  const mayDecide = useMay('orders.decide')
  const part = PARTS[key]
  if (!part) return null
  return (
    <Waiting
      title={part.title}
      count={count}
      all={part.to}
      rows={rows.map(({ order, amount, name, city, payment, return: returned, reference, reason }) => ({
        key: payment ?? returned ?? order,
        to: `/orders/${order}/show`,
        primary: [name, city].filter(Boolean).join(', ') || order,
        secondary: [name && order, reference, reason].filter(Boolean).join(' · '),
        end: amount !== undefined && money(amount),
        action: key === 'paymentsToCheck' && reference && mayDecide && (
          <RowAction
            label="Received"
            about={order}
            done="The payment is recorded."
            path={`/orders/${order}/accept`}
            toBody={() => ({ receipt: { method: 'upi', reference } })}
            variant="contained"
          />
        ),
      }))}
    />
  )
}

interface WaitingProps {
  title: string
  rows?: WaitingRow[] | undefined
  /** Where it is not that of `rows`. */
  count?: number
  /** The screen with all of its rows. */
  all?: string
}

interface WaitingRow {
  key: string
  to: string
  primary: string
  secondary: string
  end?: ReactNode
  action?: ReactNode
}

/** What waits for the same next step, each row a link. */
function Waiting({ title, rows = [], count = rows.length, all }: WaitingProps) {
  const t = useTranslate()
  if (count === 0) return null
  return (
    <Section title={`${t(title)} (${count})`} action={all && <Link to={all}>{t('All')}</Link>}>
      <List disablePadding>
        {rows.slice(0, ROWS_SHOWN).map(({ key, to, primary, secondary, end, action }) => (
          <ListItem key={key} disablePadding sx={{ gap: 1 }}>
            <ListItemButton component={Link} to={to} disableGutters>
              <ListItemText primary={primary} secondary={secondary} />
              <Typography>{end}</Typography>
            </ListItemButton>
            {action}
          </ListItem>
        ))}
      </List>
    </Section>
  )
}
