import { Button, Chip, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { CreateButton, DataTable, FilterButton, List, SelectInput, TopToolbar } from 'react-admin'
import { useListContext, usePermissions, useRecordContext, useTranslate } from 'ra-core'
import { useId, useState } from 'react'

import { call } from '../api-client/call.ts'
import { DownloadButton } from '../ui/DownloadButton.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Search } from '../ui/Search.tsx'
import { RIGHT, Rows } from '../ui/Rows.tsx'
import { useFormats } from '../ui/format.ts'
import { useAction } from '../ui/use-action.ts'
import { PriceTable } from './PriceTable.tsx'
import type { Product } from './product.ts'

const filters = [
  <Search key="q" source="q" alwaysOn placeholder="Title, key, SKU" />,
  <SelectInput
    key="available"
    source="available"
    label="In stock"
    choices={[
      { id: 'true', name: 'ra.boolean.true' },
      { id: 'false', name: 'ra.boolean.false' },
    ]}
  />,
  <SelectInput
    key="archived"
    source="archived"
    label="Off sale"
    choices={[{ id: 'true', name: 'ra.boolean.true' }]}
  />,
]

/** Products with pictures and pieces; prices and pieces of the ticked ones are changed together. */
export default function ProductList() {
  const { permissions } = usePermissions<string[]>()
  return (
    <List
      title="Products"
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      exporter={false}
      perPage={25}
      empty={false}
      actions={
        <TopToolbar>
          <FilterButton disableSaveQuery />
          <DownloadButton path="/exports/products.csv" label="Download all" />
          {permissions?.includes('products.write') && <CreateButton />}
        </TopToolbar>
      }
    >
      <ProductRows />
    </List>
  )
}

function ProductRows() {
  const t = useTranslate()
  const { money } = useFormats()
  const { permissions } = usePermissions<string[]>()
  const isArchived = useIsArchived()
  const price = (one: Product) => money(one.discountedPrice ?? one.regularPrice)
  const pieces = (one: Product) =>
    one.available || isArchived ? (
      (one.stock ?? '')
    ) : (
      <Chip size="small" color="warning" label={t('Sold out')} />
    )
  return (
    <Rows<Product>
      opens={isArchived ? false : 'edit'}
      bulkActions={permissions?.includes('stock.write') && <BulkPrices />}
      picture={(one) => <Picture src={pictureOf(one)} />}
      primary={(one) => one.title}
      secondary={(one) => (
        <>
          {price(one)} · {one.category} {pieces(one)} <RestoreButton product={one} />
        </>
      )}
    >
      <DataTable.Col
        label="Picture"
        disableSort
        render={(one: Product) => <Picture src={pictureOf(one)} size={40} />}
      />
      <DataTable.Col source="title" label="Title" />
      <DataTable.Col source="category" label="Category" disableSort />
      <DataTable.Col label="Price" disableSort {...RIGHT} render={price} />
      <DataTable.Col label="Pieces" disableSort {...RIGHT} render={pieces} />
      <DataTable.Col label="" disableSort>
        <RestoreButton />
      </DataTable.Col>
    </Rows>
  )
}

/** True for the list of what is off sale. */
function useIsArchived(): boolean {
  const { archived } = useListContext().filterValues as { archived?: string }
  return archived === 'true'
}

function pictureOf({ imgUrl, images }: Product): string | undefined {
  return imgUrl || images[0]?.url
}

function BulkPrices() {
  const t = useTranslate()
  const id = useId()
  const { data = [], selectedIds, onUnselectItems } = useListContext<Product>()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t('Prices and pieces')}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} aria-labelledby={id} fullWidth maxWidth="md">
        <DialogTitle id={id}>{t('Prices and pieces')}</DialogTitle>
        <DialogContent>
          <PriceTable
            products={data.filter((one) => selectedIds.includes(one.id))}
            onSaved={() => {
              setIsOpen(false)
              onUnselectItems()
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setIsOpen(false)}>{t('ra.action.close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

/** Puts an archived product on sale again. */
function RestoreButton({ product }: { product?: Product }) {
  const t = useTranslate()
  const record = useRecordContext<Product>() ?? product
  const isArchived = useIsArchived()
  const { run, isBusy } = useAction()
  if (!isArchived || !record) return null
  return (
    <Button
      disabled={isBusy}
      onClick={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void run(() => call('POST', `/products/${record.id}/restore`), t('The product is on sale again.'))
      }}
    >
      {t('Put on sale again')}
    </Button>
  )
}
