import { Alert, Button, Link as TextLink, TextField } from '@mui/material'
import { HttpError, useLogin, useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../api-client/call.ts'
import { SecondFactorError } from '../api-client/session.ts'
import { CallForm } from '../ui/CallForm.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { BarePage } from './BarePage.tsx'

/** Signs a member of staff in: e-mail and password, then the code of the second factor where the role has one. */
export function SignInPage() {
  const t = useTranslate()
  const login = useLogin()
  const [needsCode, setNeedsCode] = useState(false)
  const [hasForgotten, setHasForgotten] = useState(false)

  async function signIn(fields: object) {
    try {
      await login(fields)
    } catch (error) {
      if (!(error instanceof SecondFactorError)) throw error
      setNeedsCode(true)
      if (needsCode) throw new HttpError(t('This code is not right. Wait for the next one.'), 401)
    }
  }

  if (hasForgotten) return <ForgottenPassword onBack={() => setHasForgotten(false)} />
  return (
    <BarePage title="Sign in to the console">
      <CallForm action="Sign in" fullWidth onSend={signIn}>
        <TextField name="email" type="email" label={t('Email')} autoComplete="username" required />
        <TextField
          name="password"
          type="password"
          label={t('Password')}
          autoComplete="current-password"
          required
        />
        {needsCode && <CodeField label="Code of your authenticator app" required />}
      </CallForm>
      <TextLink component="button" onClick={() => setHasForgotten(true)} sx={{ minHeight: 44 }}>
        {t('Forgot your password?')}
      </TextLink>
    </BarePage>
  )
}

function ForgottenPassword({ onBack }: { onBack: () => void }) {
  const t = useTranslate()
  const [isSent, setIsSent] = useState(false)
  return (
    <BarePage title="Reset your password">
      {isSent ? (
        <Alert severity="success" role="status">
          {t('If this address belongs to a member of staff, a link is on its way.')}
        </Alert>
      ) : (
        <CallForm
          action="Send the link"
          fullWidth
          onSend={async ({ email }) => {
            await call('POST', '/password-reset', { email })
            setIsSent(true)
          }}
        >
          <TextField name="email" type="email" label={t('Email')} autoComplete="username" required />
        </CallForm>
      )}
      <Button onClick={onBack}>{t('Back')}</Button>
    </BarePage>
  )
}
