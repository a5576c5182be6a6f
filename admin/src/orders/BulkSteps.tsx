import { Alert, Button, TextField, Typography } from '@mui/material'
import { useListContext, useNotify, usePermissions, useRefresh, useTranslate } from 'ra-core'
import { useState, type SubmitEvent } from 'react'

import { call } from '../api-client/call.ts'
import { useIsPhone } from '../ui/phone.ts'
import { TICK_ALL } from '../ui/Rows.tsx'
import { TitledDialog } from '../ui/TitledDialog.tsx'
import { sentenceOf } from '../ui/use-action.ts'
import { PrintMenu } from './PrintMenu.tsx'
import type { OrderRow } from './order.ts'

/** A step that is made for many orders, each with a text of its own. */
interface BulkStep {
  transition: string
  label: string
  permission: string
  /** What each order needs; undefined where it needs nothing. */
  each?: string
  /** One text for all orders. */
  common?: string
  toBody: (values: { each: string; common: string }) => object
}

const STEPS: BulkStep[] = [
  {
    transition: 'accept',
    label: 'Payment received',
    permission: 'orders.decide',
    each: 'UTR',
    toBody: ({ each }) => ({ receipt: { method: 'upi', reference: each } }),
  },
  {
    transition: 'ship',
    label: 'Ship',
    permission: 'orders.ship',
    each: 'Tracking number',
    common: 'Courier',
    toBody: ({ each, common }) => ({ courier: common, trackingNumber: each }),
  },
  {
    transition: 'deliver',
    label: 'Delivered',
    permission: 'orders.ship',
    toBody: () => ({}),
  },
]

/** What can be done with the ticked orders together. */
export function BulkSteps() {
  const t = useTranslate()
  const { permissions } = usePermissions<string[]>()
  const { data = [], selectedIds } = useListContext<OrderRow>()
  const [step, setStep] = useState<BulkStep>()
  return (
    <>
      {STEPS.filter(({ permission }) => permissions?.includes(permission)).map((one) => (
        <Button key={one.label} onClick={() => setStep(one)}>
          {t(one.label)}
        </Button>
      ))}
      <PrintMenu orders={data.filter(({ id }) => selectedIds.includes(id))} />
      {step && <BulkDialog step={step} onClose={() => setStep(undefined)} />}
    </>
  )
}

/** Makes a step for the ticked orders, one after the other; refused ones stay, with the reason. */
function BulkDialog({ step, onClose }: { step: BulkStep; onClose: () => void }) {
  const t = useTranslate()
  const isPhone = useIsPhone()
  const notify = useNotify()
  const refresh = useRefresh()
  const { data = [], selectedIds, onSelect } = useListContext<OrderRow>()
  const orders = data.filter((order) => selectedIds.includes(order.id))
  const first = step.common ? 'common' : orders[0]?.id
  const [texts, setTexts] = useState<Record<string, string>>({})
  const [common, setCommon] = useState('')
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [isBusy, setIsBusy] = useState(false)

  async function make(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsBusy(true)
    const failures: Record<string, string> = {}
    for (const order of orders) {
      const body = step.toBody({ each: texts[order.id] ?? '', common })
      await call('POST', `/orders/${order.id}/${step.transition}`, body).catch((error: unknown) => {
        failures[order.id] = sentenceOf(error)
      })
    }
    setIsBusy(false)
    setRefused(failures)
    refresh()
    onSelect(Object.keys(failures))
    const done = orders.length - Object.keys(failures).length
    notify(t('1 order done |||| %{smart_count} orders done', { smart_count: done }), {
      type: done > 0 ? 'success' : 'warning',
    })
    if (Object.keys(failures).length > 0) return
    onClose()
    // The button that opened the dialog is gone with the ticks.
    requestAnimationFrame(() => document.getElementById(TICK_ALL)?.focus())
  }

  return (
    <TitledDialog
      title={t(step.label)}
      actions={
        <Button type="submit" variant="contained" disabled={isBusy || orders.length === 0}>
          {t(step.label)}
        </Button>
      }
      fullScreen={isPhone}
      onSubmit={(event) => void make(event)}
      onClose={onClose}
    >
      {step.common && (
        <TextField
          label={t(step.common)}
          value={common}
          required
          autoFocus={first === 'common'}
          onChange={({ target }) => setCommon(target.value)}
        />
      )}
      {orders.map((order) => (
        <div key={order.id}>
          {step.each ? (
            <TextField
              label={`${t(step.each)}: ${order.id}`}
              helperText={order.shippingAddress.fullName}
              value={texts[order.id] ?? ''}
              required
              autoFocus={first === order.id}
              onChange={({ target }) => setTexts({ ...texts, [order.id]: target.value })}
            />
          ) : (
            <Typography>
              {order.shippingAddress.fullName} {order.id}
            </Typography>
          )}
          {refused[order.id] && <Alert severity="error">{t(refused[order.id] ?? '')}</Alert>}
        </div>
      ))}
    </TitledDialog>
  )
}
