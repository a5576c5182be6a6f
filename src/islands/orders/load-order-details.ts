import type { Capability } from '@tanabana/contract/store-info.ts'

const DETAILED: readonly Capability[] = ['shipment', 'cancellation', 'returns', 'invoice']

/** Loads the views of an order's details for stores that have some; `undefined` for others, or when they fail to load. */
export async function loadOrderDetails(capabilities: readonly Capability[]) {
  if (!capabilities.some((word) => DETAILED.includes(word))) return undefined
  try {
    const [{ OrderTimeline }, { OrderActions }] = await Promise.all([
      import('./OrderTimeline.tsx'),
      import('./OrderActions.tsx'),
    ])
    return { OrderTimeline, OrderActions }
  } catch {
    return undefined
  }
}

export type OrderDetails = NonNullable<Awaited<ReturnType<typeof loadOrderDetails>>>
