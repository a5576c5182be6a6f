/** Values of JSON columns of orders and returns. */

/** The parcel of an order. docs/requirements.md#1123-shipment */
export interface Shipment {
  courier: string
  trackingNumber: string
  /** The courier's tracking page. */
  trackingUrl?: string
  /** ISO date and time. */
  shippedAt: string
}

export interface ReturnedLine {
  /** Line of the order, from 1. */
  line: number
  quantity: number
}
