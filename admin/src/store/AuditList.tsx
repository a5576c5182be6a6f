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
    `${one.action}${one.outcome === 'refused' ? ` (${t('refused')}: ${one.reason ?? ''})` : ''}`
  const change = (one: Entry) =>
    [one.before, one.after]
      .filter((value) => value != null)
      .map((value) => JSON.stringify(value))
      .join(' → ')
  const columns: Column<Entry>[] = [
    { label: 'When', render: ({ at }) => dateTime(at) },
    { label: 'Who', render: ({ actorName }) => actorName || t('Unknown') },
    { label: 'What', render: what },
    { label: 'To what', render: ({ target }) => target },
    { label: 'Change', render: change },
  ]
  return <PlainList<Entry> title="Audit log" filters={filters} columns={columns} />
}
