import { Button, Menu, MenuItem } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'

import { useSession } from '../api-client/session.ts'
import type { OrderRow } from './order.ts'

const isPacked = ({ status }: OrderRow) => status === 'processing' || status === 'shipped'
/** An order has its tax invoice from dispatch on. */
const isDispatched = ({ shipment }: OrderRow) => shipment !== null

const PAGES: { path: string; label: string; fits: (order: OrderRow) => boolean; capability?: string }[] = [
  { path: 'slips', label: 'Packing slips', fits: isPacked },
  { path: 'labels', label: 'Address labels', fits: isPacked },
  { path: 'tax-documents', label: 'Tax documents', fits: isDispatched, capability: 'tax-invoice' },
  { path: 'courier-file', label: 'CSV for the courier', fits: isPacked },
]

/** Opens the pages to print of these orders, each with the number of orders that it has. */
export function PrintMenu({ orders }: { orders: OrderRow[] }) {
  const t = useTranslate()
  const id = useId()
  const capabilities = useSession()?.shop.capabilities ?? []
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-controls={anchor ? id : undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('Print')}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={close}>
        {PAGES.filter(({ capability }) => capability === undefined || capabilities.includes(capability)).map(
          ({ path, label, fits }) => {
            const fitting = orders.filter(fits)
            return (
              <MenuItem
                key={path}
                component="a"
                href={`/admin/v1/orders/${path}?orders=${fitting.map((order) => order.id).join(',')}`}
                target="_blank"
                rel="noopener"
                disabled={fitting.length === 0}
                onClick={close}
              >
                {t(label)} ({fitting.length})
              </MenuItem>
            )
          },
        )}
      </Menu>
    </>
  )
}
