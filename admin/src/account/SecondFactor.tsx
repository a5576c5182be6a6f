import { Alert, Box, Button, TextField, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useNotify, useTranslate } from 'ra-core'
import { useState, type SubmitEvent } from 'react'

import { call } from '../api-client/call.ts'
import { forgetSession } from '../api-client/session.ts'
import { sentenceOf } from '../ui/use-action.ts'

/** Sets an authenticator app up: a secret as QR code, then a code of it. `isReplacing` asks for a code of the present app. */
export default function SecondFactor({ isReplacing = false }: { isReplacing?: boolean }) {
  const t = useTranslate()
  const notify = useNotify()
  const queries = useQueryClient()
  const [made, setMade] = useState<{ secret: string; uri: string }>()
  const [failure, setFailure] = useState('')

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { code } = Object.fromEntries(new FormData(event.currentTarget))
    event.currentTarget.reset()
    setFailure('')
    try {
      if (!made) {
        setMade(await call('POST', '/second-factor', isReplacing ? { code } : {}))
        return
      }
      await call('PUT', '/second-factor', { code })
      notify('The authenticator app is set up.', { type: 'success' })
      setMade(undefined)
      forgetSession()
      await queries.invalidateQueries()
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  }

  return (
    <form onSubmit={(event) => void send(event)}>
      {made ? (
        <>
          <Typography>{t('Scan this with an authenticator app, or type the key into it.')}</Typography>
          <Box sx={{ background: '#fff', padding: 2, width: 'fit-content', marginBlock: 1 }}>
            <QRCodeSVG value={made.uri} size={200} title={t('QR code for the authenticator app')} />
          </Box>
          <Typography sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>{made.secret}</Typography>
        </>
      ) : (
        <Typography>
          {t(
            'An authenticator app on your phone shows a new code every 30 seconds. You need one to sign in.',
          )}
        </Typography>
      )}
      {(made !== undefined || isReplacing) && (
        <TextField
          key={made ? 'new' : 'present'}
          name="code"
          label={t(made ? 'Code that the app shows' : 'Code of your present app, if you have one')}
          autoComplete="one-time-code"
          required={made !== undefined}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
        />
      )}
      {failure && (
        <Alert severity="error" role="alert">
          {t(failure)}
        </Alert>
      )}
      <Button type="submit" variant="contained" sx={{ marginBlockStart: 1 }}>
        {t(made ? 'Confirm' : 'Set up an authenticator app')}
      </Button>
    </form>
  )
}
