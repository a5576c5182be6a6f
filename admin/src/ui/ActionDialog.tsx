import { Button, DialogContentText, MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode, SubmitEvent } from 'react'

import { useIsPhone } from './phone.ts'
import { TitledDialog } from './TitledDialog.tsx'

export interface Field {
  name: string
  label: string
  type?: 'text' | 'number' | 'date' | 'email' | 'url'
  initial?: string
  isOptional?: boolean
  /** Values with their labels: the field is a choice. */
  choices?: [value: string, label: string][]
  rows?: number
}

interface Props {
  title: string
  text?: ReactNode
  fields?: Field[]
  /** What the button that acts says. */
  action: string
  isBusy?: boolean
  onAct: (values: Record<string, string>) => void
  onClose: () => void
}

/** Asks for what an action needs, then acts. Texts of its properties are translated here. */
export function ActionDialog({ title, text, fields = [], action, isBusy = false, onAct, onClose }: Props) {
  const t = useTranslate()
  const isPhone = useIsPhone()

  function act(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onAct(textsOf(event.currentTarget))
  }

  return (
    <TitledDialog
      title={t(title)}
      actions={
        <Button type="submit" variant="contained" disabled={isBusy}>
          {t(action)}
        </Button>
      }
      fullScreen={isPhone && fields.length > 2}
      onSubmit={act}
      onClose={onClose}
    >
      {text && <DialogContentText component="div">{text}</DialogContentText>}
      {fields.map(({ name, label, type = 'text', initial = '', isOptional, choices, rows }, index) => (
        <TextField
          key={name}
          name={name}
          label={t(label)}
          type={type}
          defaultValue={initial}
          required={!isOptional}
          autoFocus={index === 0}
          select={choices !== undefined}
          multiline={rows !== undefined}
          {...(rows !== undefined && { rows })}
          slotProps={{
            htmlInput: type === 'number' ? { step: 'any' } : {},
            inputLabel: type === 'date' ? { shrink: true } : {},
          }}
        >
          {choices?.map(([value, choice]) => (
            <MenuItem key={value} value={value}>
              {t(choice)}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </TitledDialog>
  )
}

/** The texts of a form's fields, trimmed; empty ones are left out. */
function textsOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') values[name] = value.trim()
  }
  return values
}
