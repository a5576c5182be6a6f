import { Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { useFormats } from '../ui/format.ts'
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
  const mayRestore = useMay('content.publish')
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('Compare')}</Button>
      {isOpen && (
        <DifferencesDialog
          title={t('What revision %{number} changed', { number: id })}
          path={`/revisions/${id}`}
          actions={() =>
            mayRestore && (
              <RowAction
                label="Restore"
                done="Restored. The shop shows it now."
                path={`/revisions/${id}/restore`}
                onDone={close}
                variant="contained"
              />
            )
          }
          onClose={close}
        />
      )}
    </>
  )
}
