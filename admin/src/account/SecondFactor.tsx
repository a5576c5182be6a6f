import { Box, Typography } from '@mui/material'
import { QRCodeSVG } from 'qrcode.react'
import { useNotify, useRefresh, useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../api-client/call.ts'
import { forgetSession } from '../api-client/session.ts'
import { CallForm } from '../ui/CallForm.tsx'
import { CodeField } from '../ui/CodeField.tsx'

/** Sets an authenticator app up: a secret as QR code, then a code of it. `isReplacing` asks for a code of the present app. */
export default function SecondFactor({ isReplacing = false }: { isReplacing?: boolean }) {
  const t = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const [made, setMade] = useState<{ secret: string; uri: string }>()

  async function start({ code }: Record<string, unknown>) {
    setMade(await call('POST', '/second-factor', isReplacing ? { code } : {}))
  }

  async function confirm({ code }: Record<string, unknown>) {
    await call('PUT', '/second-factor', { code })
    notify('The authenticator app is set up.', { type: 'success' })
    setMade(undefined)
    forgetSession()
    refresh()
  }

  if (!made)
    return (
      <CallForm action="Set up an authenticator app" onSend={start}>
        <Typography>
          {t(
            'An authenticator app on your phone shows a new code every 30 seconds. You need one to sign in.',
          )}
        </Typography>
        {isReplacing && <CodeField label="Code of your present app, if you have one" required={false} />}
      </CallForm>
    )
  return (
    <CallForm action="Confirm" onSend={confirm}>
      <Typography>{t('Scan this with an authenticator app, or type the key into it.')}</Typography>
      <Box sx={{ background: '#fff', padding: 2, width: 'fit-content', marginBlock: 1 }}>
        <QRCodeSVG value={made.uri} size={200} title={t('QR code for the authenticator app')} />
      </Box>
      <Typography sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>{made.secret}</Typography>
      <CodeField label="Code that the app shows" required />
    </CallForm>
  )
}
