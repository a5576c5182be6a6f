import { Button } from '@mui/material'
import { useListContext, usePermissions, useTranslate } from 'ra-core'
import { useState } from 'react'

import { BulkDialog, type BulkStep } from './BulkDialog.tsx'
import { PrintMenu } from './PrintMenu.tsx'
import type { OrderRow } from './order.ts'

const STEPS: (BulkStep & { label: string; permission: string })[] = [
  {
    transition: 'accept',
    label: 'Payment received',
    title: 'Payment received',
    permission: 'orders.decide',
    each: 'UTR',
    toBody: ({ each }) => ({ receipt: { method: 'upi', reference: each } }),
  },
  {
    transition: 'ship',
    label: 'Ship',
    title: 'Ship',
    permission: 'orders.ship',
    each: 'Tracking number',
    common: 'Courier',
    toBody: ({ each, common }) => ({ courier: common, trackingNumber: each }),
  },
  {
    transition: 'deliver',
    label: 'Delivered',
    title: 'Delivered',
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
