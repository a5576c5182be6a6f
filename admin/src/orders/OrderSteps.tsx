import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'

import { RowAction } from '../ui/RowAction.tsx'
import { Section } from '../ui/Section.tsx'
import type { Order } from './order.ts'
import { refusalLabels, stepsOf } from './steps.ts'

/** What can be done with an order now, one press away, and why the rest can't. */
export function OrderSteps({ order }: { order: Order }) {
  const t = useTranslate()
  const { open, refused } = stepsOf(order)
  return (
    <Section title="Next steps">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {open.map(({ transition, label, done, question, fields, isUnpaid, toBody }, index) => (
          <RowAction
            key={label}
            label={label}
            text={[isUnpaid && t('The order is not paid. It goes on all the same.'), question && t(question)]
              .filter(Boolean)
              .join(' ')}
            done={done ?? t('Recorded: %{step}.', { step: t(label) })}
            path={`/orders/${order.id}/${transition}`}
            fields={fields?.(order) ?? []}
            toBody={(values) => ({ ...(toBody?.(values) ?? values), ...(isUnpaid && { unpaid: true }) })}
            variant={index === 0 ? 'contained' : 'outlined'}
            size="medium"
          />
        ))}
        {open.length === 0 && <Typography>{t('Nothing is left to do.')}</Typography>}
      </Box>
      {refused.length > 0 && (
        <Box component="details" sx={{ marginBlockStart: 1 }}>
          <Box component="summary" sx={{ minHeight: 44, lineHeight: '44px', cursor: 'pointer' }}>
            {t('What is not possible now')}
          </Box>
          <ul>
            {refused.map(({ step, reason }) => (
              <li key={step.label}>
                {t(step.label)}: {t(refusalLabels[reason] ?? reason)}
              </li>
            ))}
          </ul>
        </Box>
      )}
    </Section>
  )
}
