import { Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../api-client/call.ts'
import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { useFormats } from '../ui/format.ts'
import { useAction } from '../ui/use-action.ts'
import { DifferencesDialog } from './DifferencesDialog.tsx'
import { DraftBar } from './DraftBar.tsx'
import type { Revision } from './content.ts'

/** Everything that was published, with its differences; any of it can be restored. */
export default function Revisions() {
  const { dateTime } = useFormats()
  const columns: Column<Revision>[] = [
    { label: 'Number', render: ({ id }) => id },
    { label: 'When', render: ({ publishedAt }) => dateTime(publishedAt) },
    { label: 'Who', render: ({ publishedBy }) => publishedBy },
    { label: 'What', render: ({ changed }) => changed.join(', ') },
    { label: 'Reason', render: ({ reason }) => reason },
  ]
  return (
    <Box>
      <DraftBar />
      <PlainList<Revision>
        title="History"
        columns={columns}
        rowActions={({ id }) => <Differences id={id} />}
      />
    </Box>
  )
}

function Differences({ id }: { id: number }) {
  const t = useTranslate()
  const { run, isBusy } = useAction()
  const mayRestore = useMay('content.publish')
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const restore = () => call('POST', `/revisions/${id}/restore`, {})
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('Compare')}</Button>
      {isOpen && (
        <DifferencesDialog
          title={t('What revision %{number} changed', { number: id })}
          path={`/revisions/${id}`}
          actions={() =>
            mayRestore && (
              <Button
                variant="contained"
                disabled={isBusy}
                onClick={() => void run(restore, t('Restored. The shop shows it now.')).then(close)}
              >
                {t('Restore')}
              </Button>
            )
          }
          onClose={close}
        />
      )}
    </>
  )
}
