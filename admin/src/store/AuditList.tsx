import { useTranslate, type RaRecord } from 'ra-core'

import { PlainList, type Column } from '../ui/PlainList.tsx'
import { dayFilters, Search } from '../ui/filters.tsx'
import { useFormats } from '../ui/format.ts'

interface Entry extends RaRecord<number> {
  at: string
  actorName: string
  action: string
  target: string
  outcome: string
  reason: string | null
  before: unknown
  after: unknown
}

const filters = [<Search key="q" source="q" alwaysOn placeholder="Name, action, target" />, ...dayFilters]

/** Who did what, and what was refused. */
export default function AuditList() {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const what = (one: Entry) =>
    `${inWords(one.action)}${one.outcome === 'refused' ? ` (${t('refused')}: ${one.reason ?? ''})` : ''}`
  const columns: Column<Entry>[] = [
    { label: 'When', render: ({ at }) => dateTime(at) },
    { label: 'Who', render: ({ actorName }) => actorName || t('Unknown') },
    { label: 'What', render: what },
    { label: 'To what', render: ({ target }) => target },
    { label: 'Change', render: ({ before, after }) => changeLines(before, after) },
  ]
  return <PlainList<Entry> title="Audit log" filters={filters} columns={columns} />
}

/** The name of an operation as words: `acceptOrder` is "Accept order". */
function inWords(operation: string): string {
  const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One line for each field that differs. */
function changeLines(before: unknown, after: unknown) {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => shown(old.get(field)) !== shown(now.get(field)))
    .map((field) => (
      <div key={field}>
        {[field && `${field}: `, old.has(field) && `${shown(old.get(field))} → `, shown(now.get(field))]}
      </div>
    ))
}

/** The fields of an object; any other value is one field without a name. */
function fieldsOf(value: unknown): Map<string, unknown> {
  if (value == null) return new Map()
  const isObject = typeof value === 'object' && !Array.isArray(value)
  return new Map<string, unknown>(isObject ? Object.entries(value) : [['', value]])
}

function shown(value: unknown): string {
  if (value == null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
