import { DeleteButton } from 'react-admin'
import { useTranslate, type RaRecord } from 'ra-core'

import type { Field } from '../ui/ActionDialog.tsx'
import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { Search } from '../ui/filters.tsx'

interface Pincode extends RaRecord<string> {
  city: string
  state: string
  serviceable: boolean
  deliveryDays: number | null
  cashOnDelivery: boolean
}

const CHOICES = [true, false].map((one): [string, string] => [String(one), `ra.boolean.${one}`])

/** Where the shop delivers, in how many days, and whether it takes cash there. */
export default function Pincodes() {
  const t = useTranslate()
  const mayWrite = useMay('settings.write')
  const columns: Column<Pincode>[] = [
    { label: 'PIN code', render: ({ id }) => id },
    { label: 'City', render: ({ city, state }) => `${city}, ${state}` },
    {
      label: 'Days',
      render: ({ deliveryDays }) => deliveryDays !== null && t('%{count} days', { count: deliveryDays }),
    },
    { label: 'Delivery', render: ({ serviceable }) => !serviceable && t('The shop does not deliver there') },
    { label: 'Cash on delivery', render: ({ cashOnDelivery }) => cashOnDelivery && t('Cash on delivery') },
  ]
  const rowActions = (one: Pincode) =>
    mayWrite && (
      <>
        <SavePincode pincode={one} />
        <DeleteButton mutationMode="pessimistic" />
      </>
    )
  return (
    <PlainList<Pincode>
      title="PIN codes"
      filters={[<Search key="q" source="q" alwaysOn placeholder="PIN code, city, state" />]}
      columns={columns}
      actions={mayWrite && <SavePincode />}
      rowActions={rowActions}
    />
  )
}

function SavePincode({ pincode }: { pincode?: Pincode }) {
  const { id, city, state, serviceable = true, deliveryDays, cashOnDelivery = true } = pincode ?? {}
  const fields: Field[] = [
    ...(id === undefined ? [{ name: 'code', label: 'PIN code' }] : []),
    { name: 'city', label: 'City', initial: city },
    { name: 'state', label: 'State of India', initial: state },
    { name: 'serviceable', label: 'Delivery', choices: CHOICES, initial: String(serviceable) },
    { name: 'days', label: 'Days', type: 'number', isOptional: true, initial: String(deliveryDays ?? '') },
    { name: 'cash', label: 'Cash on delivery', choices: CHOICES, initial: String(cashOnDelivery) },
  ]
  return (
    <RowAction
      label={id === undefined ? 'Add a PIN code' : 'Change'}
      about={id}
      done="Saved. The shop shows it now."
      method="PUT"
      path={({ code = id ?? '' }) => `/pincodes/${encodeURIComponent(code)}`}
      fields={fields}
      toBody={(typed) => ({
        ...{ city: typed.city, state: typed.state, serviceable: typed.serviceable === 'true' },
        ...{ deliveryDays: typed.days ? Number(typed.days) : null, cashOnDelivery: typed.cash === 'true' },
      })}
    />
  )
}
