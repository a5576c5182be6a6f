import { Box, Button, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../api-client/call.ts'
import { ActionDialog } from '../ui/ActionDialog.tsx'
import { Section } from '../ui/Section.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Order } from './order.ts'
import { refusalLabels, stepsOf, type Step } from './steps.ts'

/** What can be done with an order now, one press away, and why the rest can't. */
export function OrderSteps({ order }: { order: Order }) {
  const t = useTranslate()
  const { run, isBusy } = useAction()
  const [asked, setAsked] = useState<Step>()
  const { open, refused } = stepsOf(order)

  async function make({ transition, done, toBody, isUnpaid }: Step, values: Record<string, string>) {
    const body = { ...(toBody ? toBody(values) : values), ...(isUnpaid && { unpaid: true }) }
    if (await run(() => call('POST', `/orders/${order.id}/${transition}`, body), t(done))) setAsked(undefined)
  }

  function choose(step: Step) {
    const asks =
      step.question !== undefined || step.isUnpaid === true || (step.fields?.(order).length ?? 0) > 0
    if (asks) setAsked(step)
    else void make(step, {})
  }

  return (
    <Section title="Next steps">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {open.map((step, index) => (
          <Button
            key={step.label}
            variant={index === 0 ? 'contained' : 'outlined'}
            disabled={isBusy}
            onClick={() => choose(step)}
          >
            {t(step.label)}
          </Button>
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
      {asked && (
        <ActionDialog
          title={asked.label}
          text={
            <>
              {asked.isUnpaid && <p>{t('The order is not paid. It goes on all the same.')}</p>}
              {asked.question && <p>{t(asked.question)}</p>}
            </>
          }
          fields={asked.fields?.(order) ?? []}
          action={asked.label}
          isBusy={isBusy}
          onAct={(values) => void make(asked, values)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Section>
  )
}
