import { Alert, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState, type ReactNode, type SubmitEvent } from 'react'

import { sentenceOf } from './use-action.ts'

interface Props {
  children: ReactNode
  /** What the button says. */
  action: string
  fullWidth?: boolean
  onSend: (fields: Record<string, FormDataEntryValue>) => Promise<unknown>
}

/** A form that makes one call and shows its failure above the button. */
export function CallForm({ children, action, fullWidth = false, onSend }: Props) {
  const t = useTranslate()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsBusy(true)
    setFailure('')
    try {
      await onSend(Object.fromEntries(new FormData(event.currentTarget)))
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void send(event)}>
      {children}
      {failure && (
        <Alert severity="error" role="alert">
          {t(failure)}
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        fullWidth={fullWidth}
        disabled={isBusy}
        sx={{ marginBlock: 1 }}
      >
        {t(action)}
      </Button>
    </form>
  )
}
