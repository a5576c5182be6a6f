import type { StoreClient } from '../../lib/api-client/client.ts'
import type { ReceivedOrder } from '@tanabana/contract/order.ts'
import type { Capability, ReturnFees } from '@tanabana/contract/store-info.ts'
import type { Order } from '../../lib/orders/order.ts'

/** Props of the views in which a shopper acts on an order. */
export interface OrderActionsProps {
  order: Order
  client: StoreClient
  capabilities: readonly Capability[]
  /** E-mail or phone with which a guest tracked the order; `undefined` for the signed-in account. */
  contactInfo?: string | undefined
  /** Working days within which the shop sends refunds, by its policy. */
  refundDays: number | undefined
  /** Who pays the way back of a return, where the store info has a return policy. */
  returnFees: ReturnFees | undefined
  onChanged: (order: ReceivedOrder) => void
}
