import { Chip } from '@mui/material'
import { useTranslate } from 'ra-core'

import type { OrderRow } from './order.ts'

/** Whether the shopper of a cash order has confirmed it; nothing where no message asks for that. */
export function ConfirmationChip({ order }: { order: Pick<OrderRow, 'confirmedAt' | 'awaitsConfirmation'> }) {
  const t = useTranslate()
  if (order.awaitsConfirmation)
    return <Chip size="small" variant="outlined" color="warning" label={t('Not confirmed yet')} />
  if (order.confirmedAt === null) return null
  return <Chip size="small" variant="outlined" color="success" label={t('Confirmed by the shopper')} />
}
