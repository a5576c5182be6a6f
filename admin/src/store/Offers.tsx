import { useTranslate, type RaRecord } from 'ra-core'

import type { Field } from '../ui/ActionDialog.tsx'
import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { startOfDay, useFormats } from '../ui/format.ts'

interface Offer extends RaRecord<string> {
  code: string | null
  label: string
  kind: string
  value: number
  minimum: number | null
  endsAt: string | null
  stoppedAt: string | null
  uses: number
  given: number
}

const FIELDS: Field[] = [
  { name: 'label', label: 'What shoppers read' },
  { name: 'code', label: 'Code; without one, every order that fits', isOptional: true },
  { name: 'percent', label: 'Percent', type: 'number', isOptional: true },
  { name: 'amount', label: 'Or an amount (₹)', type: 'number', isOptional: true },
  { name: 'minimum', label: 'From an order of (₹)', type: 'number', isOptional: true },
  { name: 'category', label: 'Only this category', isOptional: true },
  { name: 'perCustomer', label: 'Uses by one customer', type: 'number', isOptional: true },
  { name: 'maxUses', label: 'Uses in all', type: 'number', isOptional: true },
  { name: 'endsAt', label: 'Ends before', type: 'date', isOptional: true },
]

/** Offers with their uses; one that runs can be stopped. */
export default function Offers() {
  const t = useTranslate()
  const { money, date } = useFormats()
  const mayWrite = useMay('offers.write')
  const valueOf = ({ kind, value, minimum }: Offer) => {
    const reduction = kind === 'percent' ? `${value}%` : money(value)
    return minimum === null
      ? reduction
      : t('%{reduction} from %{amount}', { reduction, amount: money(minimum) })
  }
  const stateOf = ({ stoppedAt, endsAt }: Offer) =>
    stoppedAt ? t('Stopped') : endsAt ? t('Until %{date}', { date: date(endsAt) }) : t('Runs')
  const columns: Column<Offer>[] = [
    { label: 'Name', render: ({ label }) => label },
    { label: 'Code', render: ({ code }) => code },
    { label: 'Reduction', render: valueOf },
    { label: 'State', render: stateOf },
    { label: 'Uses', render: ({ uses, given }) => `${uses} × (${money(given)})`, isNumber: true },
  ]
  const start = (
    <RowAction
      label="Start an offer"
      done="The offer runs now."
      path="/offers"
      fields={FIELDS}
      toBody={toOffer}
    />
  )
  const stop = ({ id, label, stoppedAt }: Offer) =>
    mayWrite &&
    !stoppedAt && (
      <RowAction label="Stop" about={label} done="The offer is stopped." path={`/offers/${id}/stop`} />
    )
  return <PlainList<Offer> title="Offers" columns={columns} actions={mayWrite && start} rowActions={stop} />
}

function toOffer(typed: Record<string, string>): object {
  const { label, code, category, endsAt, ...numbers } = typed
  const values = Object.entries(numbers).map(([name, text]) => [name, Number(text)] as const)
  return {
    label,
    code,
    category,
    ...(endsAt && { endsAt: startOfDay(endsAt) }),
    ...Object.fromEntries(values),
  }
}
