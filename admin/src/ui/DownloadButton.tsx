import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'

import { BASE } from '../api-client/call.ts'

/** Downloads a file of the admin API. */
export function DownloadButton({ path, label }: { path: string; label: string }) {
  const t = useTranslate()
  return (
    <Button size="small" component="a" href={BASE + path} download>
      {t(label)}
    </Button>
  )
}
