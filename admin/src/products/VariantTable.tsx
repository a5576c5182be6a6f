import { Alert } from '@mui/material'
import { ArrayInput, SaveButton, SimpleForm, SimpleFormIterator, TextInput, Toolbar } from 'react-admin'
import { required, useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'

import { call } from '../api-client/call.ts'
import { useAction } from '../ui/use-action.ts'
import type { Product } from './product.ts'

/** The form: options by their place, so that a name may have any letters. */
interface Form {
  names: string
  rows: { id?: string; values: string[]; sku?: string | null }[]
}

/** Adds, renames, orders and removes variants; their prices and pieces are those of the price table. */
export function VariantTable({ product }: { product: Product }) {
  const t = useTranslate()
  const { run } = useAction()
  const names = (product.options ?? []).map(({ name }) => name)
  const rows = product.variants.map(({ id, options, sku }) => ({
    ...{ id, sku, values: names.map((name) => options[name]) },
  }))

  async function save({ names: typed, rows: given }: Partial<Form>) {
    const variants = (given ?? []).map(({ id, values, sku }) => ({
      ...(id !== undefined && { id }),
      ...(sku !== undefined && { sku }),
      options: Object.fromEntries(toNames(typed).map((name, at) => [name, values[at] ?? ''])),
    }))
    await run(
      () => call('PUT', `/products/${product.id}/variants`, { version: product.version, variants }),
      t('Saved. The shop shows it now.'),
    )
  }

  return (
    <SimpleForm
      record={{ names: names.join(', '), rows }}
      onSubmit={save}
      toolbar={
        <Toolbar>
          <SaveButton label="Save variants" />
        </Toolbar>
      }
    >
      <TextInput source="names" label="Options, such as Size, Colour" />
      <ArrayInput source="rows" label="Variants">
        <SimpleFormIterator inline disableClear getItemLabel={(index) => `${index + 1}`}>
          <Values />
          <TextInput source="sku" label="SKU" parse={(text: string) => (text === '' ? null : text)} />
        </SimpleFormIterator>
      </ArrayInput>
      {(product.sharedSkus ?? []).map(({ sku, titles }) => (
        <Alert key={sku} severity="warning">
          {t('Several variants have the SKU %{sku}: %{titles}', { sku, titles: titles.join(', ') })}
        </Alert>
      ))}
    </SimpleForm>
  )
}

function Values() {
  const names: unknown = useWatch({ name: 'names' })
  return toNames(names).map((name, at) => (
    <TextInput key={at} source={`values.${at}`} label={name} validate={required()} />
  ))
}

function toNames(typed: unknown): string[] {
  const parts = typeof typed === 'string' ? typed.split(',') : []
  return parts.map((name) => name.trim()).filter(Boolean)
}
