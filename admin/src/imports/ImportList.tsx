import { Button, Checkbox, FormControlLabel, TextField } from '@mui/material'
import { useRedirect, useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../api-client/call.ts'
import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { Section } from '../ui/Section.tsx'
import { useFormats } from '../ui/format.ts'
import { useAction } from '../ui/use-action.ts'
import { importLabels, type Import } from './import.ts'

/** Catalogues that were imported, and the upload of another one. */
export default function ImportList() {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const mayImport = useMay('products.write')
  const columns: Column<Import>[] = [
    { label: 'File', render: ({ fileName }) => fileName },
    { label: 'State', render: ({ state }) => t(importLabels[state] ?? state) },
    { label: 'When', render: ({ createdAt }) => dateTime(createdAt) },
    { label: 'Who', render: ({ createdBy }) => createdBy },
  ]
  return (
    <>
      {mayImport && <Upload />}
      <PlainList<Import> title="Imports" columns={columns} opens="show" />
    </>
  )
}

/** Sends a file to be checked, and opens what would change. */
function Upload() {
  const t = useTranslate()
  const redirect = useRedirect()
  const { run, isBusy } = useAction()
  const [file, setFile] = useState<File>()
  const [setsStock, setSetsStock] = useState(false)

  async function send(chosen: File) {
    const query = new URLSearchParams({ fileName: chosen.name, dryRun: 'true', setStock: String(setsStock) })
    await run(async () => {
      const { id } = await call<Import>('POST', `/imports?${query}`, chosen)
      redirect('show', 'imports', id)
    })
  }

  return (
    <Section title="Import products">
      <TextField
        type="file"
        label={t('File of Shopify, WooCommerce or Google, CSV or JSON')}
        onChange={({ target }) => setFile((target as HTMLInputElement).files?.[0])}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { accept: '.csv,.tsv,.txt,.xml,.json' } }}
      />
      <FormControlLabel
        label={t('Take the pieces of the file, too')}
        control={<Checkbox checked={setsStock} onChange={(_, checked) => setSetsStock(checked)} />}
      />
      <Button variant="contained" disabled={isBusy || !file} onClick={() => file && void send(file)}>
        {t('Check the file')}
      </Button>
    </Section>
  )
}
