import type { OrderLimits } from '../../db/json-columns.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import type { Tenant } from '../../tenant.ts'
import { orderLimitsOf } from '../orders/order-limits.ts'
import { paymentOptionsOf, type PaymentOptions } from './payment-options.ts'

/** What quotes and orders of a shop are decided by, beside its catalogue. */
export interface QuoteShop {
  id: string
  record: Pick<StoreRecord, 'capabilities' | 'cashOnDelivery' | 'shippingPolicy' | 'returnPolicy'>
  limits: OrderLimits
  paymentOptions: PaymentOptions
}

export function quoteShopOf(tenant: Tenant, config: { sandbox: boolean }): QuoteShop {
  return {
    id: tenant.id,
    record: tenant.record,
    limits: orderLimitsOf(tenant),
    paymentOptions: paymentOptionsOf(tenant, config),
  }
}
