import type { RaRecord } from 'ra-core'

import type { Return } from '../payments/return.ts'

/** An order as `GET /orders` lists it. */
export interface OrderRow extends RaRecord<string> {
  reference: string | null
  status: string
  state: string
  createdAt: string
  paidAt: string | null
  payment: string
  cashOnDelivery: boolean
  confirmedAt: string | null
  /** The shopper is asked to confirm it, and has not. */
  awaitsConfirmation: boolean
  refundDue: number
  total: number
  cashFee: number
  promisedBy: string | null
  email: string
  shippingAddress: Partial<Record<'fullName' | 'address' | 'city' | 'state' | 'postalCode' | 'phone', string>>
  shipment: { courier: string; trackingNumber: string; trackingUrl?: string } | null
  items: OrderItem[]
}

interface OrderItem {
  id: string
  productTitle: string
  quantity: number
  price: number
  choice: string
  sku: string | null
  image: string | null
  oversold: number
}

/** An order as `GET /orders/{id}` answers it. */
export interface Order extends OrderRow {
  transitions: Transition[]
  timeline: { sequence: number; kind: string; actor: string | null; at: string }[]
  /** Absent for roles that may not read payments. */
  payments?: OrderPayment[]
  refunds?: { amount: number; startedAt?: string; sentAt?: string; reference?: string }[]
  /** Where the shopper wants a refund that the shop sends. */
  refundTo?: { upiId: string } | null
  returns: Return[]
  messages: {
    id: string
    kind: string
    role: string
    channel: string
    state: string
    createdAt: string
    error: string | null
  }[]
  notes: { id: number; text: string; at: string }[]
}

export interface Transition {
  name: string
  allowed: boolean
  reason?: string
}

export interface OrderPayment {
  id: string
  provider: string
  method: string
  amount: number
  status: string
  refunded: number
  /** What can still go back, and who sends it. */
  refundable: number
  refundedBy: 'provider' | 'shop'
  reference: string | null
  customerReference: string | null
  createdAt: string
}
