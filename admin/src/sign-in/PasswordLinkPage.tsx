import { Alert, Button, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'

import { STAFF_PASSWORD_MIN_LENGTH } from '@tanabana/contract/constants.ts'
import { call } from '../api-client/call.ts'
import { CallForm } from '../ui/CallForm.tsx'
import { BarePage } from './BarePage.tsx'

/** Sets a password by the link of an invitation or a reset. */
export default function PasswordLinkPage() {
  const t = useTranslate()
  const { token } = useParams()
  const [isDone, setIsDone] = useState(false)

  return (
    <BarePage title="Choose your password">
      {isDone ? (
        <>
          <Alert severity="success" role="status">
            {t('Your password is set. Sign in with it.')}
          </Alert>
          <Button component={Link} to="/login" variant="contained" fullWidth sx={{ marginBlock: 1 }}>
            {t('Sign in')}
          </Button>
        </>
      ) : (
        <CallForm
          action="Save the password"
          fullWidth
          onSend={async ({ password }) => {
            await call('POST', '/password', { token, password })
            setIsDone(true)
          }}
        >
          <TextField
            name="password"
            type="password"
            label={t('New password')}
            helperText={t('At least %{min} characters', { min: STAFF_PASSWORD_MIN_LENGTH })}
            autoComplete="new-password"
            required
            slotProps={{ htmlInput: { minLength: STAFF_PASSWORD_MIN_LENGTH } }}
          />
        </CallForm>
      )}
    </BarePage>
  )
}
