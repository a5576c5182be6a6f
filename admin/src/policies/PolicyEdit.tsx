import { Box, Button, Chip, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Title } from 'react-admin'
import { useNotify, useRefresh, useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { useParams } from 'react-router-dom'

import { call, refusalOf } from '../api-client/call.ts'
import { Section } from '../ui/Section.tsx'
import { sentenceOf } from '../ui/use-action.ts'
import { DifferencesDialog } from './DifferencesDialog.tsx'
import { DraftBar, useDraft } from './DraftBar.tsx'
import { Problems } from './Problems.tsx'
import { policyLabels, WHILE_EDITED, type Policy, type StoreInfo } from './content.ts'

const PLACEHOLDERS = ['companyName', 'companyAddress', 'companyEmail', 'companyPhone', 'companyLogoUrl']

/** A policy as HTML beside the page that it makes, with what the check found at its lines. */
export default function PolicyEdit() {
  const { id = '' } = useParams()
  const { data: policy } = useQuery({
    queryKey: ['policy', id],
    queryFn: () => call<Policy>('GET', `/policies/${id}`),
    ...WHILE_EDITED,
  })
  // A change of the version, such as by undo, shows the text that came with it.
  return policy ? <Editor key={policy.version} policy={policy} /> : null
}

function Editor({ policy }: { policy: Policy }) {
  const t = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const source = useRef<HTMLTextAreaElement>(null)
  const [html, setHtml] = useState(policy.html ?? '')
  const [theirs, setTheirs] = useState<Policy>()
  const [isComparing, setIsComparing] = useState(false)
  const { data: store } = useQuery({
    queryKey: ['store-info'],
    queryFn: () => call<StoreInfo>('GET', '/store-info'),
  })
  const problems = useDraft()?.problems.filter(
    ({ place }) =>
      place.document === `policies/${policy.slug}` && (place.language ?? 'en') === policy.language,
  )

  async function save(text: string | null, version = policy.version) {
    try {
      await call('PATCH', `/policies/${policy.id}`, { version, html: text })
      setTheirs(undefined)
      notify('Saved in the draft.', { type: 'success' })
      refresh()
    } catch (error) {
      const { code, current } = refusalOf(error)
      if (code === 'changed' && current) setTheirs(current as unknown as Policy)
      notify(sentenceOf(error), { type: 'error' })
    }
  }

  function insert(name: string) {
    const { selectionStart = html.length, selectionEnd = html.length } = source.current ?? {}
    setHtml(`${html.slice(0, selectionStart)}{{${name}}}${html.slice(selectionEnd)}`)
    source.current?.focus()
  }

  /** Marks a line of the text. */
  function show(line: number) {
    const lines = html.split('\n')
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    source.current?.focus()
    source.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  }

  return (
    <>
      <Title title="Policies" />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' } }}>
        <Section title={`${t(policyLabels[policy.slug] ?? policy.slug)} (${policy.language})`}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, marginBlockEnd: 1 }}>
            {PLACEHOLDERS.map((name) => (
              <Chip key={name} label={`{{${name}}}`} onClick={() => insert(name)} />
            ))}
          </Box>
          <TextField
            label={t('HTML')}
            value={html}
            onChange={({ target }) => setHtml(target.value)}
            multiline
            minRows={14}
            maxRows={30}
            inputRef={source}
            helperText={html === '' ? t('The shop shows the built-in text.') : undefined}
            slotProps={{
              htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' }, lang: policy.language },
            }}
          />
          <Button
            variant="contained"
            disabled={html === (policy.html ?? '')}
            onClick={() => void save(html === '' ? null : html)}
          >
            {t('Save in the draft')}
          </Button>
          <Button onClick={() => setIsComparing(true)}>{t('Compare with the built-in text')}</Button>
          {isComparing && (
            <DifferencesDialog
              title={t('From the built-in text to yours')}
              path={`/policies/${policy.id}/built-in`}
              actions={({ html: builtIn = '' }) => (
                <Button
                  onClick={() => {
                    setHtml(builtIn)
                    setIsComparing(false)
                  }}
                >
                  {t('Start from the built-in text')}
                </Button>
              )}
              onClose={() => setIsComparing(false)}
            />
          )}
          {policy.html !== null && (
            <Button onClick={() => void save(null)}>{t('Use the built-in text')}</Button>
          )}
          {theirs && (
            <Section title="Another person has changed this meanwhile.">
              <TextField label={t('Theirs')} value={theirs.html ?? ''} multiline maxRows={12} />
              <Button onClick={() => void save(html, theirs.version)}>{t('Save yours')}</Button>
              <Button onClick={refresh}>{t('Take theirs')}</Button>
            </Section>
          )}
          <DraftBar page={`${policy.language === 'en' ? '' : `/${policy.language}`}/${policy.slug}`} />
          <Problems problems={problems ?? []} onShow={show} />
        </Section>
        <Section title="Rendered">
          <Box
            component="iframe"
            title={t('Rendered page')}
            sandbox=""
            srcDoc={filled(html, store?.fields ?? {})}
            sx={{ width: '100%', minHeight: '60vh', border: 0, background: '#fff' }}
          />
        </Section>
      </Box>
    </>
  )
}

/** The text with the shop's details in its placeholders. */
function filled(html: string, fields: Record<string, unknown>): string {
  return html.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value : place
  })
}
