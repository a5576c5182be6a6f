import { Button, Checkbox, FormControlLabel, TextField } from '@mui/material'
import { DataTable, List } from 'react-admin'
import { usePermissions, useRedirect, useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../api-client/call.ts'
import { Rows } from '../ui/Rows.tsx'
import { Section } from '../ui/Section.tsx'
import { useFormats } from '../ui/format.ts'
import { useAction } from '../ui/use-action.ts'
import { importLabels, type Import } from './import.ts'

/** Catalogues that were imported, and the upload of another one. */
export default function ImportList() {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { permissions } = usePermissions<string[]>()
  const state = (one: Import) => t(importLabels[one.state] ?? one.state)
  return (
    <>
      {permissions?.includes('products.write') && <Upload />}
      <List title="Imports" exporter={false} empty={false} actions={false}>
        <Rows<Import>
          primary={(one) => one.fileName}
          secondary={(one) => `${state(one)}, ${dateTime(one.createdAt)}, ${one.createdBy}`}
        >
          <DataTable.Col source="fileName" label="File" disableSort />
          <DataTable.Col label="State" disableSort render={state} />
          <DataTable.Col label="When" disableSort render={(one: Import) => dateTime(one.createdAt)} />
        </Rows>
      </List>
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
