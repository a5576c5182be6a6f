import ExpandMore from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Alert, Chip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { SaveButton, SimpleForm, Title, Toolbar } from 'react-admin'
import { ResourceContextProvider, useNotify, useRefresh, useTranslate } from 'ra-core'
import { useState } from 'react'

import { call, refusalOf } from '../api-client/call.ts'
import { DraftBar, useDraft } from '../policies/DraftBar.tsx'
import { Problems } from '../policies/Problems.tsx'
import { WHILE_EDITED, type StoreInfo } from '../policies/content.ts'
import { useMay } from '../ui/PlainList.tsx'
import { Facts } from '../ui/Section.tsx'
import { sentenceOf } from '../ui/use-action.ts'
import { SchemaInput } from './SchemaInput.tsx'
import { ThemeContrast } from './ThemeContrast.tsx'
import { fromInput, toInput, type Schema } from './schema.ts'

interface EditedStore extends StoreInfo {
  hosts: string[]
  schema: Schema
}

/** The parts of the form; fields of none are in the last one. */
const GROUPS = [
  {
    title: 'Company',
    fields:
      'storeName companyName companyAddress companyEmail companyPhone companyLogoUrl description language',
  },
  { title: 'Home page', fields: 'headline highlights heroImages heroLink productRows' },
  { title: 'Categories', fields: 'categories categoryImages' },
  { title: 'Theme', fields: 'theme' },
  { title: 'Delivery and returns', fields: 'shippingPolicy returnPolicy' },
  { title: 'Cash on delivery', fields: 'cashOnDelivery' },
  { title: 'GST', fields: 'gstin gst regularPriceIsMrp' },
  {
    title: 'Asked for by law',
    fields: 'companyRegistration courtDistrict consumerCare grievanceOfficer manufacturer countryOfOrigin',
  },
  { title: 'Size guides', fields: 'sizeGuides' },
]

/** The details of the shop, each field edited as its schema says. */
export default function StoreInfoPage() {
  const { data } = useQuery({
    queryKey: ['store-info'],
    queryFn: () => call<EditedStore>('GET', '/store-info'),
    ...WHILE_EDITED,
  })
  const [opened, setOpened] = useState('')
  return (
    <>
      <Title title="Store" />
      {data && <StoreForm key={data.version} store={data} opened={opened} onOpen={setOpened} />}
      <DraftBar />
    </>
  )
}

function StoreForm({
  store,
  opened,
  onOpen,
}: {
  store: EditedStore
  opened: string
  onOpen: (title: string) => void
}) {
  const t = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const mayWrite = useMay('content.write')
  const problems = useDraft()?.problems.filter(({ place }) => place.document === 'store-info') ?? []
  const [version, setVersion] = useState(store.version)
  const [theirs, setTheirs] = useState<[field: string, value: unknown][]>([])
  const schemas = Object.entries(store.schema.properties ?? {})
  // A dot in the name of an input is a step into an object.
  const sourceOf = (field: string) => field.replaceAll('.', '-')
  const [record] = useState(() =>
    Object.fromEntries(schemas.map(([field, one]) => [sourceOf(field), toInput(store.fields[field], one)])),
  )

  async function save(values: Record<string, unknown>) {
    const changes = schemas.flatMap(([field, schema]) => {
      const [before, after] = [record, values].map((form) => fromInput(form[sourceOf(field)], schema))
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [[field, after ?? null] as const]
    })
    try {
      await call('PATCH', '/store-info', { version, fields: Object.fromEntries(changes) })
      notify('Saved in the draft.', { type: 'success' })
      refresh()
    } catch (error) {
      const { code, current } = refusalOf(error) as { code?: string; current?: StoreInfo }
      if (code === 'changed' && current) {
        setVersion(current.version)
        setTheirs(changes.map(([field]) => [field, current.fields[field]]))
      }
      notify(sentenceOf(error), { type: 'error', multiLine: true })
    }
  }

  const named = GROUPS.map(({ title, fields }) => ({ title, fields: fields.split(' ') }))
  const others = schemas
    .map(([field]) => field)
    .filter((field) => !named.some((one) => one.fields.includes(field)))
  const groups = [...named, { title: 'Further details', fields: others }]
  const groupOf = (field = '') =>
    groups.find(({ fields }) => fields.includes(field.split('.')[0] ?? ''))?.title
  return (
    <ResourceContextProvider value="store-info">
      {theirs.length > 0 && (
        <Alert severity="warning" role="alert">
          {t('Another person has changed this meanwhile.')} {t('Save again to put yours in its place.')}
          {theirs.map(([field, value]) => (
            <div key={field}>
              {field}: {JSON.stringify(value)}
            </div>
          ))}
        </Alert>
      )}
      <SimpleForm
        record={record}
        onSubmit={save}
        disabled={!mayWrite}
        toolbar={
          <Toolbar>
            <SaveButton label="Save in the draft" />
          </Toolbar>
        }
      >
        {groups.map(({ title, fields }) => {
          const found = problems.filter(({ place }) => (groupOf(place.field) ?? 'Further details') === title)
          const isEdited = store.edits.some(({ field }) => fields.includes(field))
          return (
            <Accordion
              key={title}
              expanded={opened === title}
              onChange={(_, isOpen) => onOpen(isOpen ? title : '')}
              slotProps={{ transition: { unmountOnExit: true }, heading: { component: 'h2' } }}
              sx={{ width: '100%' }}
            >
              <AccordionSummary expandIcon={<ExpandMore />}>
                <Typography sx={{ flexGrow: 1 }}>{t(title)}</Typography>
                {found.length > 0 && <Chip size="small" color="warning" label={found.length} />}
                {isEdited && <Chip size="small" color="info" label={t('Not published')} />}
              </AccordionSummary>
              <AccordionDetails>
                <Problems problems={found} />
                {title === 'Theme' && <ThemeContrast />}
                {schemas
                  .filter(([field]) => fields.includes(field))
                  .map(([field, schema]) => (
                    <SchemaInput key={field} source={sourceOf(field)} name={field} schema={schema} />
                  ))}
                {title === 'Company' && <Facts facts={[['Hosts', store.hosts.join(', ')]]} />}
              </AccordionDetails>
            </Accordion>
          )
        })}
      </SimpleForm>
    </ResourceContextProvider>
  )
}
