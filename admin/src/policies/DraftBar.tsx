import { Alert, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { call, type Refusal } from '../api-client/call.ts'
import { ActionDialog } from '../ui/ActionDialog.tsx'
import { useMay } from '../ui/PlainList.tsx'
import { useAction, sentenceOf } from '../ui/use-action.ts'
import { Problems } from './Problems.tsx'
import type { Draft, Problem } from './content.ts'

/** The draft of the shop, read once for all parts of a screen. */
export function useDraft() {
  return useQuery({ queryKey: ['draft'], queryFn: () => call<Draft>('GET', '/draft') }).data
}

/**
 * What is not published yet: preview, publish, discard; and undo of the last publication. The preview opens `page`, a path
 * of the shop.
 */
export function DraftBar({ page = '/' }: { page?: string }) {
  const t = useTranslate()
  const notify = useNotify()
  const mayPublish = useMay('content.publish')
  const { run, isBusy } = useAction()
  const draft = useDraft()
  const [refused, setRefused] = useState<{ sentence: string; problems: Problem[] }>()
  if (!draft) return null
  const isEmpty = draft.edits.length === 0

  async function preview() {
    // Opened before the call, so that the browser takes it for the answer to the press.
    const tab = window.open('about:blank', '_blank')
    try {
      const { url } = await call<{ url: string }>('POST', '/preview', {})
      if (tab) tab.location.href = `${url}?${new URLSearchParams({ to: page })}`
    } catch (error) {
      tab?.close()
      notify(sentenceOf(error), { type: 'error' })
    }
  }

  async function publish(force?: string) {
    const body = { version: draft?.version, ...(force && { force }) }
    const isDone = await run(
      () => call('POST', '/draft/publish', body),
      t('Published. The shop shows it now.'),
      ({ code, error = '', problems = [] }: Refusal & { problems?: Problem[] }) => {
        const isShown = code === 'problems' || code === 'outdated'
        if (isShown) setRefused({ sentence: error, problems })
        return isShown
      },
    )
    if (isDone) setRefused(undefined)
  }

  const undo = () =>
    run(() => call('POST', '/revisions/undo', {}), t('Undone. The shop shows what was there before.'))
  const discard = () => run(() => call('DELETE', '/draft'), t('The draft is gone.'))

  return (
    <Alert
      severity={isEmpty ? 'success' : 'info'}
      sx={{ marginBlock: 2, flexWrap: 'wrap' }}
      action={
        <>
          {!isEmpty && <Button onClick={() => void preview()}>{t('Preview')}</Button>}
          {!isEmpty && mayPublish && (
            <>
              <Button variant="contained" disabled={isBusy} onClick={() => void publish()}>
                {t('Publish')}
              </Button>
              <Button disabled={isBusy} onClick={() => void discard()}>
                {t('Discard')}
              </Button>
            </>
          )}
          {isEmpty && draft.lastAction && mayPublish && (
            <Button disabled={isBusy} onClick={() => void undo()}>
              {t(
                draft.lastAction === 'rollback'
                  ? 'Take the last undo or restore back'
                  : 'Undo the last publication',
              )}
            </Button>
          )}
        </>
      }
    >
      {isEmpty
        ? t('The shop shows all of this.')
        : t('1 change is not published yet. |||| %{smart_count} changes are not published yet.', {
            smart_count: draft.edits.length,
          })}
      {refused && (
        <ActionDialog
          title="The draft has problems"
          text={
            <>
              <p>{t(refused.sentence)}</p>
              <Problems problems={refused.problems} />
            </>
          }
          fields={[{ name: 'force', label: 'Why it is published all the same' }]}
          action="Publish all the same"
          isBusy={isBusy}
          onAct={({ force }) => void publish(force)}
          onClose={() => setRefused(undefined)}
        />
      )}
    </Alert>
  )
}
