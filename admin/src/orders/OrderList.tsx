import { Chip, Typography } from '@mui/material'
import { DataTable, DateInput, FilterButton, List, SelectInput, TopToolbar } from 'react-admin'
import { usePermissions, useRecordContext, useTranslate } from 'ra-core'

import { DownloadButton } from '../ui/DownloadButton.tsx'
import { Search } from '../ui/Search.tsx'
import { RIGHT, Rows } from '../ui/Rows.tsx'
import { dayOf, startOfDay, useFormats } from '../ui/format.ts'
import { choicesOf, paymentLabels, stateLabels, statusLabels } from '../ui/words.ts'
import { ConfirmationChip } from './ConfirmationChip.tsx'
import { BulkSteps } from './BulkSteps.tsx'
import { ShipByFile } from './ShipByFile.tsx'
import type { OrderRow } from './order.ts'

const PARCELS = ['undelivered', 'on its way back', 'returned to sender', 'lost']

const filters = [
  <Search key="q" source="q" alwaysOn placeholder="Number, name, phone, SKU, UTR, note" />,
  <SelectInput key="status" source="status" label="Status" choices={choicesOf(statusLabels)} alwaysOn />,
  <SelectInput
    key="parcel"
    source="parcel"
    label="Parcel"
    choices={choicesOf(stateLabels).filter(({ id }) => PARCELS.includes(id))}
  />,
  <DateInput key="since" source="since" label="From" parse={startOfDay} format={dayOf} />,
  <DateInput key="before" source="before" label="Before" parse={startOfDay} format={dayOf} />,
]

/** Orders, the newest first; the ticked ones are shipped, marked delivered or printed together. */
export default function OrderList() {
  const { money, dateTime } = useFormats()
  return (
    <List
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      exporter={false}
      perPage={25}
      title="Orders"
      actions={<OrderActions />}
      empty={false}
    >
      <Rows<OrderRow>
        bulkActions={<BulkSteps />}
        primary={(order) => (
          <>
            <strong>{order.shippingAddress.fullName}</strong> · {money(order.total + order.cashFee)}
          </>
        )}
        secondary={(order) => (
          <>
            {numberOf(order)}, {dateTime(order.createdAt)}
            <ItemsField />
            <StateChips order={order} />
          </>
        )}
      >
        <DataTable.Col source="id" label="Number" disableSort render={numberOf} />
        <DataTable.Col
          source="createdAt"
          label="Placed"
          render={(order: OrderRow) => dateTime(order.createdAt)}
        />
        <DataTable.Col label="Name" source="shippingAddress.fullName" disableSort />
        <DataTable.Col label="Products" disableSort field={ItemsField} />
        <DataTable.Col label="State" disableSort render={(order: OrderRow) => <StateChips order={order} />} />
        <DataTable.Col
          source="total"
          label="Total"
          {...RIGHT}
          render={(order: OrderRow) => money(order.total + order.cashFee)}
        />
      </Rows>
    </List>
  )
}

const numberOf = ({ id, reference }: OrderRow) => [id, reference].filter(Boolean).join(' · ')

function OrderActions() {
  const { permissions } = usePermissions<string[]>()
  return (
    <TopToolbar>
      <FilterButton disableSaveQuery />
      <DownloadButton path="/exports/orders.csv" label="Download all" />
      {permissions?.includes('orders.ship') && <ShipByFile />}
    </TopToolbar>
  )
}

function ItemsField() {
  const order = useRecordContext<OrderRow>()
  return (
    <Typography variant="body2" noWrap sx={{ maxWidth: 260 }}>
      {order?.items.map(({ quantity, productTitle }) => `${quantity} × ${productTitle}`).join(', ')}
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
