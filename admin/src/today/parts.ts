/** A part of `GET /today`: what waits for the same next step. */
export interface Part {
  key: string
  count: number
  rows: PartRow[]
}

interface PartRow {
  order: string
  amount?: number
  name?: string
  city?: string
  payment?: string
  return?: string
  reference?: string | null
  reason?: string
}

/** The list with this filter. */
export const listWith = (list: string, filter: object) =>
  `/${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`

const ordersWith = (filter: object) => listWith('orders', filter)

/** Title of each part, and the screen with all of its rows. */
export const PARTS: Record<string, { title: string; to: string }> = {
  paymentsToCheck: { title: 'UPI payments to confirm', to: '/payments' },
  paymentsToConfirm: { title: 'UPI payments begun, without UTR', to: '/payments' },
  mismatches: { title: 'Payments of another amount', to: '/payments' },
  toConfirm: { title: 'Wait for the shopper to confirm', to: ordersWith({ status: 'processing' }) },
  toShip: { title: 'To pack and ship', to: ordersWith({ status: 'processing' }) },
  undelivered: { title: 'Courier could not deliver', to: ordersWith({ parcel: 'undelivered' }) },
  onItsWayBack: { title: 'Parcels on their way back', to: ordersWith({ parcel: 'on its way back' }) },
  cashToCollect: { title: 'Cash to come from the courier', to: ordersWith({ status: 'shipped' }) },
  toDeliver: { title: 'With the courier', to: ordersWith({ status: 'shipped' }) },
  returnsToDecide: { title: 'Returns to decide', to: '/returns' },
  returnsToReceive: { title: 'Returns on their way', to: '/returns' },
  returnsToRefund: { title: 'Returns to refund', to: '/returns' },
  refundsDue: { title: 'Refunds due', to: '/refunds' },
}
