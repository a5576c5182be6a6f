import { Alert, Button } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify, usePermissions, useTranslate } from 'ra-core'
import { useState } from 'react'

import { call, refusalOf } from '../api-client/call.ts'
import { ActionDialog } from '../ui/ActionDialog.tsx'
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
  const queries = useQueryClient()
  const { permissions } = usePermissions<string[]>()
  const { run, isBusy } = useAction()
  const draft = useDraft()
  const [refused, setRefused] = useState<{ sentence: string; problems: Problem[] }>()
  if (!draft) return null
  const mayPublish = permissions?.includes('content.publish') ?? false
  const isEmpty = draft.edits.length === 0

  const readAgain = () => queries.invalidateQueries()

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
    try {
      await call('POST', '/draft/publish', { version: draft?.version, ...(force && { force }) })
      setRefused(undefined)
      notify('Published. The shop shows it now.', { type: 'success' })
    } catch (error) {
      const { problems, code } = refusalOf(error) as { problems?: Problem[]; code?: string }
      if (code === 'problems' || code === 'outdated')
        setRefused({ sentence: sentenceOf(error), problems: problems ?? [] })
      else notify(sentenceOf(error), { type: 'error' })
    }
    await readAgain()
  }

  const undo = () =>
    run(() => call('POST', '/revisions/undo', {}), t('Undone. The shop shows what was there before.')).then(
      readAgain,
    )
  const discard = () => run(() => call('DELETE', '/draft'), t('The draft is gone.')).then(readAgain)

  return (
    <Alert
      severity={isEmpty ? 'success' : 'info'}
      sx={{ marginBlock: 2, flexWrap: 'wrap' }}
      action={
        <>
          {!isEmpty && <Button onClick={() => void preview()}>{t('Preview')}</Button>}
          {!isEmpty && mayPublish && (
            <Button variant="contained" disabled={isBusy} onClick={() => void publish()}>
              {t('Publish')}
            </Button>
          )}
          {!isEmpty && mayPublish && (
            <Button disabled={isBusy} onClick={() => void discard()}>
              {t('Discard')}
            </Button>
          )}
          {isEmpty && mayPublish && (
            <Button disabled={isBusy} onClick={() => void undo()}>
              {t('Undo the last publication')}
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
          onAct={({ force }) => void publish(force)}
          onClose={() => setRefused(undefined)}
        />
      )}
    </Alert>
  )
}
