import { Alert } from '@mui/material'

/** A secret that is not shown again, with a sentence that says so. */
export function ShownOnce({ sentence, secret }: { sentence: string; secret: string }) {
  return (
    <Alert severity="success" role="alert" sx={{ marginBlockStart: 2, overflowWrap: 'anywhere' }}>
      {sentence}
      <br />
      <code>{secret}</code>
    </Alert>
  )
}
