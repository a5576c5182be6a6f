import { TextField } from '@mui/material'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../api-client/call.ts'
import { sentenceOf } from './use-action.ts'

/** Uploads pictures of this device, one after the other, and hands on the address of each. */
export function PictureUpload({ label, onUploaded }: { label: string; onUploaded: (url: string) => void }) {
  const t = useTranslate()
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)

  async function upload(input: HTMLInputElement) {
    setIsBusy(true)
    try {
      for (const file of input.files ?? [])
        onUploaded((await call<{ url: string }>('POST', '/pictures', file)).url)
    } catch (error) {
      notify(sentenceOf(error), { type: 'error', multiLine: true })
    }
    input.value = ''
    setIsBusy(false)
  }

  return (
    <TextField
      type="file"
      label={t(label)}
      disabled={isBusy}
      onChange={({ target }) => void upload(target as HTMLInputElement)}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { accept: 'image/jpeg,image/png,image/webp,image/avif', multiple: true },
      }}
    />
  )
}
