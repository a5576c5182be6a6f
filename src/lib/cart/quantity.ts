import { QUANTITY_MAX } from '@tanabana/contract/constants.ts'

/** Limits a quantity to 1 up to `limit`, by default the maximum of an order line. docs/requirements.md#42-cart */
export function clampQuantity(quantity: number, limit = QUANTITY_MAX): number {
  return Math.max(1, Math.min(Math.trunc(quantity) || 1, limit))
}
