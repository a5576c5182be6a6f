import type { ReceivedProduct } from '@tanabana/contract/product.ts'
import { property } from '../describe.ts'
import type { CheckRun } from '../check-run.ts'
import type { TestAccount } from './accounts.ts'

const CANCEL = 'POST /orders/{orderId}/cancellation'
const TAX_DOCUMENTS = 'POST /orders/{orderId}/tax-documents'
const RETURN = 'POST /orders/{orderId}/returns'
const WITHDRAW = 'POST /orders/{orderId}/returns/{returnId}/withdrawal'
const CANCELLED = 4

/** Calls shared with `checkOrders`. */
interface OrderCalls {
  place: () => Promise<string | undefined>
  list: () => Promise<unknown[] | undefined>
}

interface AfterOrder {
  shipment: boolean | undefined
  cancellation: boolean | undefined
  returns: boolean | undefined
  invoice: boolean | undefined
  taxInvoice: boolean | undefined
}

/**
 * Checks the details and calls of a placed order. The order is never delivered, so that a return of it must be refused.
 * docs/requirements.md#1123-shipment docs/requirements.md#1124-cancellation docs/requirements.md#1125-returns
 */
export async function checkAfterOrder(
  run: CheckRun,
  product: ReceivedProduct,
  { one, other }: { one: TestAccount; other: TestAccount | undefined },
  { place, list }: OrderCalls,
): Promise<AfterOrder> {
  const orderId = await place()
  const read = async () => (await list())?.find((order) => String(property(order, 'id')) === orderId)
  const order = await read()
  if (orderId === undefined || order === undefined) {
    return {
      shipment: undefined,
      cancellation: undefined,
      returns: undefined,
      invoice: undefined,
      taxInvoice: undefined,
    }
  }
  return {
    shipment: hasHistory(order, product),
    returns: await refusesReturn(run, orderId, order, one),
    invoice: isObject(property(order, 'invoice')),
    taxInvoice: await keepsTaxDocuments(run, orderId, { one, other }),
    // The last one, because it ends the order.
    cancellation: await cancels(run, orderId, { one, other }, async () => property(await read(), 'status')),
  }
}

/** Whether a new, unpaid order has its first step, its payment state and the ids of its products. */
function hasHistory(order: unknown, { id }: ReceivedProduct): boolean {
  const first = firstOf(property(order, 'history'))
  const isDated = !Number.isNaN(Date.parse(String(property(first, 'at'))))
  const item = firstOf(property(order, 'items'))
  return (
    property(first, 'status') === 0 &&
    isDated &&
    property(order, 'payment') === 'unpaid' &&
    property(item, 'productId') === id
  )
}

/** Whether orders list their returns, and a return before the delivery and the withdrawal of none are refused. */
async function refusesReturn(
  run: CheckRun,
  orderId: string,
  order: unknown,
  { token }: TestAccount,
): Promise<boolean> {
  if (!Array.isArray(property(order, 'returns'))) return false
  const id = property(firstOf(property(order, 'items')), 'id')
  const body = { items: [{ id, quantity: 1 }], reason: 'Doctor Check' }
  const response = await run.request(RETURN, pathOf(orderId, 'returns'), { body, token })
  const none = pathOf(orderId, 'returns/doctor-check/withdrawal')
  const withdrawn = await run.request(WITHDRAW, none, { body: {}, token })
  return response?.status === 409 && withdrawn?.status === 404
}

/** Whether an order that is not dispatched has no tax documents, and only its own account may ask for them. */
async function keepsTaxDocuments(
  run: CheckRun,
  orderId: string,
  { one, other }: { one: TestAccount; other: TestAccount | undefined },
): Promise<boolean> {
  const read = (token?: string) =>
    run.request(TAX_DOCUMENTS, pathOf(orderId, 'tax-documents'), {
      body: {},
      ...(token !== undefined && { token }),
    })
  const own = await read(one.token)
  const guest = await read()
  const strange = other && (await read(other.token))
  const isRefused = [guest, strange].every((response) => response === undefined || response.status >= 400)
  return own?.status === 200 && Array.isArray(own.json) && own.json.length === 0 && isRefused
}

/** Whether a cancellation is refused to another account, works once for its own, and is refused the second time. */
async function cancels(
  run: CheckRun,
  orderId: string,
  { one, other }: { one: TestAccount; other: TestAccount | undefined },
  readStatus: () => Promise<unknown>,
): Promise<boolean> {
  const cancel = (token: string) => run.request(CANCEL, pathOf(orderId, 'cancellation'), { body: {}, token })
  const strange = other && (await cancel(other.token))
  if (strange && strange.status < 400) return false
  const first = await cancel(one.token)
  if (!first || first.status >= 300) return false
  const status = await readStatus()
  const again = await cancel(one.token)
  return status === CANCELLED && again?.status === 409
}

function pathOf(orderId: string, action: string): string {
  return `/orders/${encodeURIComponent(orderId)}/${action}`
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
