import { Box, Chip } from '@mui/material'
import { DataTable, List } from 'react-admin'
import { useTranslate } from 'ra-core'

import { Rows } from '../ui/Rows.tsx'
import { Section } from '../ui/Section.tsx'
import { LOCALES } from '../i18n/locales.ts'
import { DraftBar, useDraft } from './DraftBar.tsx'
import { Problems } from './Problems.tsx'
import { policyLabels, type Policy } from './content.ts'

/** The texts of the shop in every language. */
export default function Policies() {
  const t = useTranslate()
  const legal = useDraft()?.problems.filter(({ rank }) => rank === 'law')
  const name = (one: Policy) => t(policyLabels[one.slug] ?? one.slug)
  const language = (one: Policy) =>
    LOCALES.find(({ locale }) => locale === one.language)?.name ?? one.language
  const state = (one: Policy) => (
    <>
      <Chip size="small" label={t(one.html === null ? 'Built-in text' : 'Own text')} />{' '}
      {one.edits.length > 0 && <Chip size="small" color="info" label={t('Not published')} />}
    </>
  )
  return (
    <Box>
      <DraftBar />
      {legal && (
        <Section title="Asked for by law">
          {legal.length === 0 ? (
            t('Nothing that the law asks for is missing.')
          ) : (
            <Problems problems={legal} />
          )}
        </Section>
      )}
      <List title="Policies" exporter={false} pagination={false} perPage={100} empty={false} actions={false}>
        <Rows<Policy> opens="edit" primary={(one) => `${name(one)}, ${language(one)}`} secondary={state}>
          <DataTable.Col label="Text" disableSort render={name} />
          <DataTable.Col label="Language" disableSort render={language} />
          <DataTable.Col label="State" disableSort render={state} />
        </Rows>
      </List>
    </Box>
  )
}
