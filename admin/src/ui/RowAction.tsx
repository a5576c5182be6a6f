import { Button, type ButtonProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../api-client/call.ts'
import { ActionDialog, type Field } from './ActionDialog.tsx'
import { useAction } from './use-action.ts'

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  label: string
  /** What it is done to, for the name of the button. */
  about?: string
  /** What the dialog says, beside `about`. */
  text?: string | undefined
  done?: string
  method?: string
  path: string | ((values: Record<string, string>) => string)
  fields?: Field[]
  toBody?: (values: Record<string, string>) => object
  /** Takes the body of the response. */
  onDone?: (body: never) => void
}

/** A button that calls the admin API: at once, or after a dialog where there is a text or something to fill in. */
export function RowAction({ label, about, text, done, method = 'POST', path, fields = [], ...props }: Props) {
  const { toBody = (values: Record<string, string>) => values, onDone, variant, size = 'small' } = props
  const t = useTranslate()
  const { run, isBusy } = useAction()
  const [isAsking, setIsAsking] = useState(false)

  async function act(values: Record<string, string>) {
    const address = typeof path === 'string' ? path : path(values)
    const send = async () => {
      const body = await call<never>(method, address, toBody(values))
      onDone?.(body)
    }
    if (await run(send, done && t(done))) setIsAsking(false)
  }

  return (
    <>
      <Button
        variant={variant ?? 'text'}
        size={size}
        disabled={isBusy}
        aria-label={about === undefined ? undefined : `${t(label)}: ${about}`}
        onClick={() => {
          if (fields.length > 0 || text) setIsAsking(true)
          else void act({})
        }}
      >
        {t(label)}
      </Button>
      {isAsking && (
        <ActionDialog
          title={label}
          text={[about, text].filter(Boolean).join(': ')}
          fields={fields}
          action={label}
          isBusy={isBusy}
          onAct={(values) => void act(values)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
