import { LANGUAGES } from '@tanabana/contract/store-info.ts'
import { Box, TextField, Typography } from '@mui/material'
import {
  ArrayInput,
  BooleanInput,
  NumberInput,
  SelectInput,
  SimpleFormIterator,
  TextInput,
} from 'react-admin'
import { useInput, useTranslate } from 'ra-core'

import { Picture } from '../ui/Picture.tsx'
import { PictureUpload } from '../ui/PictureUpload.tsx'
import { entryOf, labelOf, type Schema } from './schema.ts'

const languages: Record<string, string> = LANGUAGES
const LONG = /address|description|note|value/i

interface Props {
  source: string
  name: string
  schema: Schema
}

/** The input of a field, by its schema. */
export function SchemaInput({ source, name, schema }: Props) {
  const { properties, items, additionalProperties, description } = schema
  const common = { source, label: labelOf(name), helperText: description ?? false }
  const rows = additionalProperties ? entryOf(schema) : items
  if (properties) return <Group {...{ source, name, schema }} />
  if (rows?.properties)
    return (
      <ArrayInput {...common}>
        <SimpleFormIterator disableClear getItemLabel={(index) => `${index + 1}`}>
          {Object.entries(rows.properties).map(([field, one]) => (
            <SchemaInput key={field} source={field} name={field} schema={one} />
          ))}
        </SimpleFormIterator>
      </ArrayInput>
    )
  if (items)
    return (
      <TextInput
        {...common}
        multiline
        helperText={
          description ?? (items.items ? 'A row per line, its cells with commas between' : 'One per line')
        }
      />
    )
  if (schema.enum)
    return (
      <SelectInput
        {...common}
        choices={schema.enum.map((id) => ({ id, name: languages[id] ?? labelOf(id) }))}
      />
    )
  if (schema.type === 'boolean') return <BooleanInput {...common} />
  if (schema.type === 'number' || schema.type === 'integer') return <NumberInput {...common} />
  if (schema.format === 'picture') return <PictureInput {...{ source, name }} />
  if (schema.pattern?.startsWith('^#')) return <ColorInput {...{ source, name }} />
  return <TextInput {...common} multiline={LONG.test(name)} />
}

function Group({ source, name, schema: { properties = {}, description } }: Props) {
  const t = useTranslate()
  return (
    <Box component="fieldset" sx={{ width: '100%', minWidth: 0, border: 0, padding: 0, marginBlock: 1 }}>
      <Typography component="legend" variant="subtitle2">
        {t(labelOf(name))}
      </Typography>
      {description && (
        <Typography variant="body2" color="text.secondary">
          {t(description)}
        </Typography>
      )}
      {Object.entries(properties).map(([field, one]) => (
        <SchemaInput key={field} source={`${source}.${field}`} name={field} schema={one} />
      ))}
    </Box>
  )
}

function PictureInput({ source, name }: Omit<Props, 'schema'>) {
  const t = useTranslate()
  const { field } = useInput<Record<string, string>>({ source })
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', width: '100%' }}>
      <Picture src={field.value as string} size={72} />
      <Box sx={{ flexGrow: 1 }}>
        <TextField {...field} label={t(labelOf(name))} />
        <PictureUpload label="Upload another picture" onUploaded={field.onChange} />
      </Box>
    </Box>
  )
}

function ColorInput({ source, name }: Omit<Props, 'schema'>) {
  const t = useTranslate()
  const { field } = useInput({ source })
  const label = t(labelOf(name))
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', width: '100%' }}>
      <TextField {...field} label={label} />
      <input
        type="color"
        aria-label={label}
        value={String(field.value || '#000000')}
        onChange={({ target }) => field.onChange(target.value)}
        style={{ width: 44, height: 44 }}
      />
    </Box>
  )
}
