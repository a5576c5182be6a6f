import { createRoot } from 'react-dom/client'

import { browserClient } from '../../lib/auth/browser-client.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { fetchOrders } from '../../lib/api-client/orders.ts'
import { CASH_CAPABILITIES, toOrder } from '../../lib/orders/order.ts'
import { findPlacedOrder, readPlacedOrder } from '../../lib/orders/placed-order.ts'
import { parseRecord } from '../../lib/platform/parse-stored.ts'
import { PlacedOrder, type DeliveryTerms } from './PlacedOrder.tsx'

/**
 * Shows the shopper's order in `place`, whose `data-terms` has the terms of the shop, and `data-capabilities` its
 * capabilities. Shows nothing when the order can't be loaded: the page has thanked already and leads to My Orders.
 */
export async function mountPlacedOrder(place: HTMLElement): Promise<void> {
  const client = browserClient()
  const orders = await fetchOrders(client).catch(() => [])
  const order = findPlacedOrder(orders, readPlacedOrder(), Date.now())
  if (!order) return
  const shown = toOrder(order, client.publicBase, readCapabilities(place))
  createRoot(place).render(<PlacedOrder order={shown} terms={readTerms(place)} />)
}

function readCapabilities({ dataset }: HTMLElement): Capability[] {
  const words = dataset.capabilities?.split(' ')
  return [...CASH_CAPABILITIES, 'quotes' as const, 'offers' as const].filter((word) => words?.includes(word))
}

function readTerms({ dataset }: HTMLElement): DeliveryTerms {
  const { deliveryDays, returnDays } = parseRecord(dataset.terms ?? null)
  return { deliveryDays: numberOf(deliveryDays), returnDays: numberOf(returnDays) }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
