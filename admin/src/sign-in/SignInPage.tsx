import { Alert, Button, Link as TextLink, TextField } from '@mui/material'
import { useLogin, useTranslate } from 'ra-core'
import { useState, type SubmitEvent } from 'react'

import { call } from '../api-client/call.ts'
import { SecondFactorError } from '../api-client/session.ts'
import { sentenceOf } from '../ui/use-action.ts'
import { BarePage } from './BarePage.tsx'

/** Signs a member of staff in: e-mail and password, then the code of the second factor where the role has one. */
export function SignInPage() {
  const t = useTranslate()
  const login = useLogin()
  const [needsCode, setNeedsCode] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [hasForgotten, setHasForgotten] = useState(false)

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    setIsBusy(true)
    setFailure('')
    try {
      await login(fields)
    } catch (error) {
      const isAskedForCode = error instanceof SecondFactorError
      if (!isAskedForCode || needsCode)
        setFailure(isAskedForCode ? 'This code is not right. Wait for the next one.' : sentenceOf(error))
      setNeedsCode(needsCode || isAskedForCode)
    } finally {
      setIsBusy(false)
    }
  }

  if (hasForgotten) return <ForgottenPassword onBack={() => setHasForgotten(false)} />
  return (
    <BarePage title="Sign in to the console">
      <form onSubmit={(event) => void signIn(event)}>
        <TextField name="email" type="email" label={t('Email')} autoComplete="username" required />
        <TextField
          name="password"
          type="password"
          label={t('Password')}
          autoComplete="current-password"
          required
        />
        {needsCode && (
          <TextField
            name="code"
            label={t('Code of your authenticator app')}
            autoComplete="one-time-code"
            required
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6 } }}
          />
        )}
        {failure && (
          <Alert severity="error" role="alert">
            {t(failure)}
          </Alert>
        )}
        <Button type="submit" variant="contained" fullWidth disabled={isBusy} sx={{ marginBlock: 1 }}>
          {t('Sign in')}
        </Button>
      </form>
      <TextLink component="button" onClick={() => setHasForgotten(true)} sx={{ minHeight: 44 }}>
        {t('Forgot your password?')}
      </TextLink>
    </BarePage>
  )
}

function ForgottenPassword({ onBack }: { onBack: () => void }) {
  const t = useTranslate()
  const [isSent, setIsSent] = useState(false)
  const [failure, setFailure] = useState('')

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { email } = Object.fromEntries(new FormData(event.currentTarget))
    try {
      await call('POST', '/password-reset', { email })
      setIsSent(true)
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  }

  return (
    <BarePage title="Reset your password">
      {isSent ? (
        <Alert severity="success" role="status">
          {t('If this address belongs to a member of staff, a link is on its way.')}
        </Alert>
      ) : (
        <form onSubmit={(event) => void send(event)}>
          <TextField name="email" type="email" label={t('Email')} autoComplete="username" required />
          {failure && (
            <Alert severity="error" role="alert">
              {t(failure)}
            </Alert>
          )}
          <Button type="submit" variant="contained" fullWidth sx={{ marginBlock: 1 }}>
            {t('Send the link')}
          </Button>
        </form>
      )}
      <Button onClick={onBack}>{t('Back')}</Button>
    </BarePage>
  )
}
