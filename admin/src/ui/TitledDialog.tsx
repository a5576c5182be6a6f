import { Button, Dialog, DialogActions, DialogContent, DialogTitle, type DialogProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, type ReactNode, type SubmitEvent } from 'react'

interface Props extends Pick<DialogProps, 'maxWidth' | 'fullScreen'> {
  /** In the language of the console. */
  title: string
  children: ReactNode
  /** Buttons after the one that closes. */
  actions?: ReactNode
  /** Makes the dialog a form. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
}

/** An open dialog with a title; a form has Cancel, any other Close. */
export function TitledDialog({ title, children, actions, onSubmit, onClose, ...props }: Props) {
  const t = useTranslate()
  const id = useId()
  const parts = (
    <>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t(onSubmit ? 'ra.action.cancel' : 'ra.action.close')}</Button>
        {actions}
      </DialogActions>
    </>
  )
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm" {...props}>
      {onSubmit ? <form onSubmit={onSubmit}>{parts}</form> : parts}
    </Dialog>
  )
}
