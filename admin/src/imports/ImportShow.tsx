import { Alert, Box, Button, Chip, LinearProgress, List, ListItem, ListItemText } from '@mui/material'
import { ListNoResults, Loading, Pagination, Title } from 'react-admin'
import { ListBase, useGetOne, useListContext, useTranslate } from 'ra-core'
import { useParams } from 'react-router-dom'

import { call } from '../api-client/call.ts'
import { DownloadButton } from '../ui/DownloadButton.tsx'
import { useMay } from '../ui/PlainList.tsx'
import { Facts, Section } from '../ui/Section.tsx'
import { useAction } from '../ui/use-action.ts'
import { fieldLabels, importLabels, isRunning, kindLabels, type Import, type ImportRow } from './import.ts'

const POLL_MS = 1000

/** One import: how far it is, what it would change, the press that applies it, and its result. */
export default function ImportShow() {
  const { id = '' } = useParams()
  const { data: one } = useGetOne<Import>(
    'imports',
    { id },
    { refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : POLL_MS) },
  )
  if (!one) return <Loading />
  return (
    <>
      <Title title={one.fileName} />
      <Section title={importLabels[one.state] ?? one.state}>
        {isRunning(one) ? <Progress one={one} /> : <Outcome one={one} />}
      </Section>
      {one.counts && !isRunning(one) && (
        <Section
          title="What was found and what changes"
          action={<DownloadButton path={`/imports/${id}/result.csv`} label="Download" />}
        >
          <ImportRows id={id} key={one.state + String(one.counts.changedSince)} />
        </Section>
      )}
    </>
  )
}

function Progress({ one: { state, progress } }: { one: Import }) {
  const t = useTranslate()
  const isWriting = state === 'writing' && progress.productsTotal > 0
  const { rows, rowsTotal, products, productsTotal } = progress
  const [done, total] = isWriting ? [products, productsTotal] : [rows, rowsTotal]
  return (
    <Box role="status">
      <LinearProgress
        aria-label={t('Progress')}
        variant={total > 0 ? 'determinate' : 'indeterminate'}
        value={total > 0 ? (100 * done) / total : 0}
      />
      {total > 0 &&
        t(isWriting ? '%{done} of %{total} products' : '%{done} of %{total} rows', { done, total })}
    </Box>
  )
}

function Outcome({ one: { id, state, message, counts } }: { one: Import }) {
  const t = useTranslate()
  const mayImport = useMay('products.write')
  const { run, isBusy } = useAction()
  if (!counts) return <Alert severity="error">{message}</Alert>
  const { products, bad, emptied, changedSince } = counts
  const fields = Object.values(emptied).reduce((sum, number) => sum + number, 0)
  const isWaiting = state !== 'done' && products + counts.removed > 0
  const apply = () => call('POST', `/imports/${id}/apply`, { skipInvalid: bad > 0, remove: fields > 0 })
  return (
    <>
      {state === 'failed' && <Alert severity="error">{message}</Alert>}
      {state === 'done' && <Alert severity="success">{t('The shop shows it now.')}</Alert>}
      {isWaiting && changedSince > 0 && (
        <Alert severity="warning">
          {t('Products changed in the shop meanwhile. Nothing was written: look at them again.')}
        </Alert>
      )}
      {isWaiting && fields > 0 && (
        <Alert severity="warning">
          {t('The file has values empty that the shop has. Applying it removes %{fields} of them.', {
            fields,
          })}
        </Alert>
      )}
      <Facts
        facts={[
          ['Bad rows', bad],
          ['New', counts.created],
          ['Changed', counts.updated],
          ['Goes off sale', counts.removed],
        ]}
      />
      {isWaiting && mayImport && (
        <Button
          variant="contained"
          color={fields > 0 ? 'warning' : 'primary'}
          disabled={isBusy}
          sx={{ marginBlockStart: 1 }}
          onClick={() => void run(apply)}
        >
          {[
            bad > 0 ? t('Import the other %{products} products', { products }) : t('Apply'),
            fields > 0 && t('removes %{fields} values', { fields }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Button>
      )}
    </>
  )
}

/** Findings and differences, bad rows first. */
function ImportRows({ id }: { id: string }) {
  return (
    <ListBase
      resource={`imports/${id}/rows`}
      perPage={25}
      exporter={false}
      disableSyncWithLocation
      storeKey={false}
    >
      <Lines />
      <Pagination />
    </ListBase>
  )
}

function Lines() {
  const t = useTranslate()
  const { data, isPending } = useListContext<ImportRow>()
  if (isPending) return null
  if (!data || data.length === 0) return <ListNoResults />
  return (
    <List dense disablePadding>
      {data.map(({ id, kind, line, title, text, changes, isChangedSince }) => (
        <ListItem key={id} disableGutters divider>
          <ListItemText
            sx={{ overflowWrap: 'anywhere' }}
            primary={
              <>
                <Chip
                  size="small"
                  color={kind === 'bad' ? 'error' : 'default'}
                  label={t(kindLabels[kind] ?? kind)}
                />{' '}
                {t('Line %{line}', { line })}: {title ?? text}{' '}
                {isChangedSince && <Chip size="small" label={t('Changed meanwhile')} />}
              </>
            }
            secondary={changes.map(({ field, variant = '', before, after }) => (
              <span key={variant + field} style={{ display: 'block' }}>
                {variant} {t(fieldLabels[field] ?? field)}: {before ?? '–'} → {after ?? '–'}
              </span>
            ))}
          />
        </ListItem>
      ))}
    </List>
  )
}
