import { Button, Chip } from '@mui/material'
import { CreateButton, DataTable, FilterButton, List, TopToolbar } from 'react-admin'
import { useListContext, useRecordContext, useTranslate } from 'ra-core'
import { useState } from 'react'

import { DownloadButton } from '../ui/DownloadButton.tsx'
import { useMay } from '../ui/PlainList.tsx'
import { Picture } from '../ui/Picture.tsx'
import { ChoiceFilter, Search } from '../ui/filters.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { RIGHT, Rows } from '../ui/Rows.tsx'
import { TitledDialog } from '../ui/TitledDialog.tsx'
import { useFormats } from '../ui/format.ts'
import { PriceTable } from './PriceTable.tsx'
import type { Product } from './product.ts'

const yesLabels = { true: 'ra.boolean.true' }
const yesNoLabels = { ...yesLabels, false: 'ra.boolean.false' }

const filters = [
  <Search key="q" source="q" alwaysOn placeholder="Title, key, SKU" />,
  <ChoiceFilter key="available" source="available" label="In stock" labels={yesNoLabels} />,
  <ChoiceFilter key="archived" source="archived" label="Off sale" labels={yesLabels} />,
]

/** Products with pictures and pieces; prices and pieces of the ticked ones are changed together. */
export default function ProductList() {
  const mayWrite = useMay('products.write')
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
          {mayWrite && <CreateButton />}
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
  const mayStock = useMay('stock.write')
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
      bulkActions={mayStock && <BulkPrices />}
      picture={(one) => <Picture src={pictureOf(one)} />}
      primary={(one) => one.title}
      secondary={(one) => (
        <>
          {price(one)} · {one.category} {pieces(one)} <RestoreButton />
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
  const { data = [], selectedIds, onUnselectItems } = useListContext<Product>()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t('Prices and pieces')}
      </Button>
      {isOpen && (
        <TitledDialog title={t('Prices and pieces')} maxWidth="md" onClose={() => setIsOpen(false)}>
          <PriceTable
            products={data.filter((one) => selectedIds.includes(one.id))}
            onSaved={() => {
              setIsOpen(false)
              onUnselectItems()
            }}
          />
        </TitledDialog>
      )}
    </>
  )
}

/** Puts an archived product on sale again. */
function RestoreButton() {
  const record = useRecordContext<Product>()
  const isArchived = useIsArchived()
  if (!isArchived || !record) return null
  return (
    <RowAction
      label="Put on sale again"
      about={record.title}
      done="The product is on sale again."
      path={`/products/${record.id}/restore`}
    />
  )
}
