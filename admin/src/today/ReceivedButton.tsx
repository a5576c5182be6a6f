import { Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { usePermissions, useTranslate } from 'ra-core'

import { call } from '../api-client/call.ts'
import { useAction } from '../ui/use-action.ts'

/** Confirms the UPI payment whose UTR the shopper gave, in one press. */
export function ReceivedButton({ order, reference }: { order: string; reference: string }) {
  const t = useTranslate()
  const { permissions } = usePermissions<string[]>()
  const queries = useQueryClient()
  const { run, isBusy } = useAction()
  if (!permissions?.includes('orders.decide')) return null

  async function accept() {
    const receipt = { method: 'upi', reference }
    await run(() => call('POST', `/orders/${order}/accept`, { receipt }), t('The payment is recorded.'))
    await queries.invalidateQueries({ queryKey: ['today'] })
  }

  return (
    <Button
      variant="contained"
      disabled={isBusy}
      aria-label={t('Received: order %{number}', { number: order })}
      onClick={() => void accept()}
    >
      {t('Received')}
    </Button>
  )
}
