import { Chip, Typography } from '@mui/material'
import { FilterButton } from 'react-admin'
import { useTranslate } from 'ra-core'

import { DownloadButton } from '../ui/DownloadButton.tsx'
import { ChoiceFilter, dayFilters, Search } from '../ui/filters.tsx'
import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { useFormats } from '../ui/format.ts'
import { paymentLabels, stateLabels, statusLabels } from '../ui/words.ts'
import { ConfirmationChip } from './ConfirmationChip.tsx'
import { BulkSteps } from './BulkSteps.tsx'
import { ShipByFile } from './ShipByFile.tsx'
import type { OrderRow } from './order.ts'

const PARCELS = ['undelivered', 'on its way back', 'returned to sender', 'lost']
const parcelLabels = Object.fromEntries(PARCELS.map((state) => [state, stateLabels[state] ?? state]))

const filters = [
  <Search key="q" source="q" alwaysOn placeholder="Number, name, phone, SKU, UTR, note" />,
  <ChoiceFilter key="status" source="status" label="Status" labels={statusLabels} alwaysOn />,
  <ChoiceFilter key="parcel" source="parcel" label="Parcel" labels={parcelLabels} />,
  ...dayFilters,
]

/** Orders, the newest first; the ticked ones are shipped, marked delivered or printed together. */
export default function OrderList() {
  const { money, dateTime } = useFormats()
  const mayShip = useMay('orders.ship')
  const total = (order: OrderRow) => money(order.total + order.cashFee)
  const columns: Column<OrderRow>[] = [
    { label: 'Number', render: numberOf },
    { label: 'Placed', render: ({ createdAt }) => dateTime(createdAt), sort: 'createdAt' },
    { label: 'Name', render: ({ shippingAddress }) => shippingAddress.fullName },
    { label: 'Products', render: (order) => <Items {...order} /> },
    { label: 'State', render: (order) => <StateChips order={order} /> },
    { label: 'Total', render: total, sort: 'total', isNumber: true },
  ]
  return (
    <PlainList<OrderRow>
      title="Orders"
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      perPage={25}
      columns={columns}
      opens="show"
      bulkActions={<BulkSteps />}
      actions={
        <>
          <FilterButton disableSaveQuery />
          <DownloadButton path="/exports/orders.csv" label="Download all" />
          {mayShip && <ShipByFile />}
        </>
      }
      primary={(order) => (
        <>
          <strong>{order.shippingAddress.fullName}</strong> · {total(order)}
        </>
      )}
      secondary={(order) => (
        <>
          {numberOf(order)}, {dateTime(order.createdAt)}
          <Items {...order} />
          <StateChips order={order} />
        </>
      )}
    />
  )
}

const numberOf = ({ id, reference }: OrderRow) => [id, reference].filter(Boolean).join(' · ')

function Items({ items }: OrderRow) {
  return (
    <Typography variant="body2" noWrap sx={{ maxWidth: 260 }}>
      {items.map(({ quantity, productTitle }) => `${quantity} × ${productTitle}`).join(', ')}
    </Typography>
  )
}

function StateChips({ order }: { order: OrderRow }) {
  const t = useTranslate()
  const isPaid = order.payment === 'paid' || order.payment === 'refunded'
  return (
    <>
      <Chip size="small" label={t(stateLabels[order.state] ?? order.state)} />{' '}
      <Chip
        size="small"
        variant="outlined"
        color={isPaid ? 'success' : 'default'}
        label={t(
          order.cashOnDelivery && !order.paidAt ? 'Cash on delivery' : (paymentLabels[order.payment] ?? ''),
        )}
      />{' '}
      <ConfirmationChip order={order} />
    </>
  )
}
