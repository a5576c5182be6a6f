import * as z from 'zod/mini'

import { paymentResponseSchema, type PaymentField, type PaymentResponse } from '@tanabana/contract/payment.ts'
import type { PaymentRequest } from '@tanabana/contract/requests.ts'
import { parseRecord, toRecord } from '../platform/parse-stored.ts'
import { readStored, saveStored, WAITING_PAYMENT_KEY } from '../platform/storage.ts'

/** A started payment that waits for the shopper. docs/requirements.md#212-payment-page */
export interface WaitingPayment {
  response: PaymentResponse
  /** The fields that were sent, where the shop confirms the payment and takes them again with the bank's reference. */
  fields: PaymentRequest['fields']
}

/** Remembers the payment of an order in this tab, for a reload. Passwords are not stored. */
export function saveWaitingPayment(
  orderId: string,
  { response, fields }: WaitingPayment,
  form: PaymentField[],
): void {
  const secret = form.filter(({ type }) => type === 'password').map(({ name }) => name)
  const repeated = response.confirmation
    ? Object.entries(fields).filter(([name]) => !secret.includes(name))
    : []
  const stored = { orderId, response, fields: Object.fromEntries(repeated) }
  saveStored(WAITING_PAYMENT_KEY, stored, 'sessionStorage')
}

/** Returns the payment of this order that waits in this tab; `undefined` without one, and after its expiry. */
export function readWaitingPayment(orderId: string): WaitingPayment | undefined {
  const stored = parseRecord(readStored(WAITING_PAYMENT_KEY, 'sessionStorage'))
  if (stored.orderId !== orderId) return undefined
  const response = z.safeParse(paymentResponseSchema, stored.response).data
  if (!response || isOver(response)) return undefined
  const fields = Object.entries(toRecord(stored.fields)).filter(isSent)
  return { response, fields: Object.fromEntries(fields) }
}

/** Removes the payment, whatever its order. */
export function forgetWaitingPayment(): void {
  saveStored(WAITING_PAYMENT_KEY, undefined, 'sessionStorage')
}

function isOver({ expiresAt }: PaymentResponse): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()
}

function isSent(entry: [string, unknown]): entry is [string, string | boolean] {
  return typeof entry[1] === 'string' || typeof entry[1] === 'boolean'
}
