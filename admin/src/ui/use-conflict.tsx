import { Alert, AlertTitle, Button } from '@mui/material'
import { useNotify, useRefresh, useTranslate, type RaRecord } from 'ra-core'
import { useState } from 'react'

import { call, refusalOf } from '../api-client/call.ts'
import { changesOf } from '../api-client/data-provider.ts'
import { sentenceOf, useAction } from './use-action.ts'

interface Conflict {
  id: string
  mine: Partial<RaRecord>
  theirs: Record<string, unknown>
}

interface Variables {
  id?: unknown
  data?: Partial<RaRecord>
  previousData?: unknown
}

/**
 * For edits of what another person has changed meanwhile: `onError` of the form's mutation, and an alert that shows both
 * and lets the editor choose. Nothing is lost: the form keeps its fields.
 */
export function useConflict(resource: string) {
  const t = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const { run } = useAction()
  const [conflict, setConflict] = useState<Conflict>()

  function onError(error: unknown, { id, data = {}, previousData = {} }: Variables) {
    const { code, current } = refusalOf(error)
    if (code === 'changed' && current) {
      setConflict({ id: String(id), mine: changesOf(data, previousData as RaRecord), theirs: current })
    } else notify(sentenceOf(error), { type: 'error', multiLine: true })
  }

  const saveMine = ({ id, mine, theirs }: Conflict) =>
    run(async () => {
      await call('PATCH', `/${resource}/${id}`, { ...mine, version: theirs.version })
      setConflict(undefined)
    })

  const alert = conflict && (
    <Alert severity="warning" role="alert" sx={{ marginBlock: 2 }}>
      <AlertTitle>{t('Another person has changed this meanwhile.')}</AlertTitle>
      <dl>
        {Object.entries(conflict.mine).map(([field, value]) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {t('Theirs: %{value}', { value: shown(conflict.theirs[field]) })}
              <br />
              {t('Yours: %{value}', { value: shown(value) })}
            </dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => void saveMine(conflict)}>{t('Save yours')}</Button>
      <Button
        onClick={() => {
          setConflict(undefined)
          refresh()
        }}
      >
        {t('Take theirs')}
      </Button>
    </Alert>
  )
  return { onError, alert }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
