/** The part of JSON Schema that fields of the store info have. */
export interface Schema {
  type?: string | string[]
  enum?: string[]
  format?: string
  pattern?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
}

type Value = Record<string, unknown>

/** The label of a field: `companyLogoUrl` is "Company logo URL". */
export function labelOf(name: string): string {
  const words = name
    .split('.')
    .map((part) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
    .join(' ')
    .trim()
    .replace(/\b(?:gstin|gst|hsn|url|mrp|pin|hsts)\b/g, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A map is edited as a list of its entries. */
export function entryOf({ additionalProperties = {} }: Schema): Schema {
  return { properties: { name: { type: 'string' }, value: additionalProperties } }
}

/** The value as inputs edit it: a map as a list of entries, a list of texts as lines, a table as lines with commas. */
export function toInput(value: unknown, schema: Schema): unknown {
  if (value === undefined || value === null) return undefined
  if (schema.additionalProperties)
    return Object.entries(value).map(([name, one]: [string, unknown]) => ({ name, value: one }))
  const { properties, items } = schema
  if (properties) return mapFields(value as Value, properties, toInput)
  if (!items) return value
  const rows = value as unknown[]
  if (items.properties) return rows.map((one) => toInput(one, items))
  return rows.map((one) => (items.items ? (one as unknown[]).join(', ') : String(one))).join('\n')
}

/** The value that inputs have edited, without what is empty; `undefined` for an empty one. */
export function fromInput(value: unknown, schema: Schema): unknown {
  const { properties, items, additionalProperties } = schema
  if (value === undefined || value === null || value === '') return undefined
  if (properties) {
    const fields = mapFields(value as Value, properties, fromInput)
    return Object.values(fields).some((one) => one !== undefined) ? fields : undefined
  }
  if (additionalProperties) {
    const entries = (value as Value[]).flatMap(({ name, value: one }) =>
      name && one ? [[name, one] as const] : [],
    )
    return entries.length > 0 ? Object.fromEntries(entries) : undefined
  }
  if (!items) return value
  const rows = items.properties
    ? (value as unknown[]).map((one) => fromInput(one, items)).filter((one) => one !== undefined)
    : linesOf(value as string, '\n').map((line) => (items.items ? linesOf(line, ',') : line))
  return rows.length > 0 ? rows : undefined
}

function linesOf(text: string, separator: string): string[] {
  const parts = text.split(separator).map((part) => part.trim())
  return separator === ',' ? parts : parts.filter(Boolean)
}

function mapFields(value: Value, properties: Record<string, Schema>, convert: typeof toInput): Value {
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, convert(one, properties[name] ?? {})]),
  )
}
