import { Alert, Button, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState, type SubmitEvent } from 'react'

import { call } from '../api-client/call.ts'
import { TitledDialog } from '../ui/TitledDialog.tsx'
import { useAction } from '../ui/use-action.ts'

interface Report {
  orders: { order: string; line?: number; outcome: 'changed' | 'unchanged' | 'refused'; reason?: string }[]
}

/** Ships the orders of a courier's CSV: first a check of every row, then the change. */
export function ShipByFile() {
  const t = useTranslate()
  const { run, isBusy } = useAction()
  const [isOpen, setIsOpen] = useState(false)
  const [csv, setCsv] = useState<string>()
  const [courier, setCourier] = useState('')
  const [report, setReport] = useState<Report>()

  const ship = (dryRun: boolean) =>
    call<Report>('POST', '/orders/ship', { csv, dryRun, ...(courier && { courier }) })
  const close = () => {
    setIsOpen(false)
    setCsv(undefined)
    setReport(undefined)
  }

  async function act(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!report) await run(async () => setReport(await ship(true)))
    else if (await run(() => ship(false), t('The order is shipped.'))) close()
  }

  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('Ship by CSV')}</Button>
      {isOpen && (
        <TitledDialog
          title={t("The courier's file")}
          actions={
            <Button type="submit" variant="contained" disabled={isBusy || csv === undefined}>
              {t(report ? 'Ship' : 'Check the file')}
            </Button>
          }
          onSubmit={(event) => void act(event)}
          onClose={close}
        >
          <TextField
            type="file"
            label={t('Choose a CSV file')}
            onChange={({ target }) => {
              setReport(undefined)
              void (target as HTMLInputElement).files?.[0]?.text().then(setCsv)
            }}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { accept: '.csv,text/csv' } }}
          />
          <TextField
            label={t('Courier of rows that name none')}
            value={courier}
            onChange={({ target }) => setCourier(target.value)}
          />
          {report?.orders.map(({ order, line, outcome, reason }) => (
            <Alert key={line ?? order} severity={outcome === 'refused' ? 'error' : 'success'}>
              {order}:{' '}
              {outcome === 'refused'
                ? reason
                : t(outcome === 'changed' ? 'would ship' : 'is shipped with this number')}
            </Alert>
          ))}
        </TitledDialog>
      )}
    </>
  )
}
