import {
  Button,
  FormHelperText,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState, type SubmitEvent } from 'react'

import { call } from '../api-client/call.ts'
import { useMay } from '../ui/PlainList.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Product } from './product.ts'

interface Line {
  product: string
  /** Undefined for a product without variants, whose stock is not counted. */
  variant?: string
  name: string
  regularPrice: number
  discountedPrice?: number
  stock?: number
}

/** A phone has the name of a variant above its three numbers. */
const NAME_ABOVE = {
  '&, & :is(thead, tbody)': { display: { xs: 'block', sm: 'revert' } },
  '& tr': { display: { xs: 'grid', sm: 'table-row' }, gridTemplateColumns: 'repeat(3, 1fr)' },
  '& :is(th, td)': {
    paddingInline: { xs: 0.5, sm: 2 },
    borderBottom: { xs: 0, sm: 1 },
    borderColor: 'divider',
  },
  '& :is(th, td):first-of-type': { gridColumn: '1 / -1' },
}

/** MRP, price and pieces of all variants of these products, saved together. */
export function PriceTable({ products, onSaved }: { products: Product[]; onSaved?: () => void }) {
  const t = useTranslate()
  const mayPrice = useMay('products.write')
  const mayStock = useMay('stock.write')
  const { run, isBusy } = useAction()
  const [typed, setTyped] = useState<Record<string, string>>({})
  const lines = products.flatMap(linesOf)
  const headLabels = ['Variant', 'MRP (₹)', 'Price (₹)', 'Pieces']

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const prices = pricesToSave(lines, typed)
    const stock = stockToSave(lines, typed)
    const isSaved = await run(async () => {
      if (prices.length > 0) await call('PATCH', '/products', { products: prices })
      if (stock.length > 0) await call('PUT', '/stock', { variants: stock })
    }, t('Saved. The shop shows it now.'))
    if (!isSaved) return
    setTyped({})
    onSaved?.()
  }

  const field = (
    line: Line,
    name: 'regularPrice' | 'discountedPrice' | 'stock',
    label: string,
    isEnabled: boolean,
  ) => (
    <TextField
      type="number"
      disabled={!isEnabled}
      margin="none"
      value={typed[keyOf(line, name)] ?? line[name] ?? ''}
      onChange={({ target }) => setTyped({ ...typed, [keyOf(line, name)]: target.value })}
      slotProps={{
        htmlInput: { 'aria-label': `${t(label)}: ${line.name}`, min: 0, step: name === 'stock' ? 1 : 0.01 },
      }}
      sx={{ minWidth: 88 }}
    />
  )

  return (
    <form onSubmit={(event) => void save(event)} style={{ overflowX: 'auto' }}>
      <Table size="small" sx={NAME_ABOVE}>
        <TableHead>
          <TableRow>
            {headLabels.map((title) => (
              <TableCell key={title}>{t(title)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((line) => (
            <TableRow key={line.variant ?? line.product}>
              <TableCell>{line.name}</TableCell>
              <TableCell>{field(line, 'regularPrice', 'MRP (₹)', mayPrice)}</TableCell>
              <TableCell>{field(line, 'discountedPrice', 'Price (₹)', mayPrice)}</TableCell>
              <TableCell>{field(line, 'stock', 'Pieces', mayStock && line.variant !== undefined)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <FormHelperText sx={{ marginInline: 1 }}>{t('Without a price, the MRP is the price.')}</FormHelperText>
      <Button
        type="submit"
        variant="contained"
        disabled={isBusy || Object.keys(typed).length === 0}
        sx={{ margin: 1 }}
      >
        {t('Save prices and pieces')}
      </Button>
    </form>
  )
}

function linesOf({ id, title, variants, regularPrice, discountedPrice }: Product): Line[] {
  if (variants.length === 0) return [{ product: id, name: title, regularPrice, discountedPrice }]
  return variants.map((variant) => ({
    ...{
      product: id,
      variant: variant.id,
      name: [title, Object.values(variant.options).join(' ')].filter(Boolean).join(', '),
    },
    ...{ regularPrice: variant.regularPrice, discountedPrice: variant.discountedPrice, stock: variant.stock },
  }))
}

function keyOf({ product, variant = '' }: Line, name: string): string {
  return `${product} ${variant} ${name}`
}

function pricesToSave(lines: Line[], typed: Record<string, string>) {
  const changed = lines.flatMap((line) => {
    const [regular, discounted] = ['regularPrice', 'discountedPrice'].map((name) => typed[keyOf(line, name)])
    if (regular === undefined && discounted === undefined) return []
    const prices = {
      ...(regular !== undefined && { regularPrice: Number(regular) }),
      ...(discounted !== undefined && { discountedPrice: discounted === '' ? null : Number(discounted) }),
    }
    return [{ line, prices }]
  })
  return [...Map.groupBy(changed, ({ line }) => line.product)].map(([id, rows]) => {
    const variants = rows.flatMap(({ line, prices }) =>
      line.variant === undefined ? [] : [{ id: line.variant, ...prices }],
    )
    return variants.length > 0 ? { id, variants } : { id, ...rows[0]?.prices }
  })
}

function stockToSave(lines: Line[], typed: Record<string, string>) {
  return lines.flatMap((line) => {
    const pieces = typed[keyOf(line, 'stock')]
    if (pieces === undefined || pieces === '' || line.variant === undefined) return []
    return [{ id: line.variant, stock: Number(pieces), was: line.stock ?? null }]
  })
}
