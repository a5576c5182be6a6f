import { parseAttribution } from '../domain/attribution.ts'
import { isSameCart, type CartLine } from '../domain/cart.ts'
import { hasIssues, lineIssues, type LineIssues } from '../domain/line-issues.ts'
import { orderCreation } from '../domain/order-creation.ts'
import { paiseOfLines } from '../domain/paise.ts'
import { StatusError } from '../errors.ts'
import { parseOrderRefusal, type OrderRefusal } from '../schemas/order-refusal.ts'
import type { ShippingAddress } from '../schemas/requests.ts'
import type { Capability } from '../schemas/store-info.ts'
import type { StoreClient } from '../store-api/client.ts'
import { createOrder } from '../store-api/orders.ts'
import { emptyCartAfterOrder, updatePrice } from '../stores/cart-actions.ts'
import { latestCart } from '../stores/cart.ts'
import { $currentProducts, lookUpProducts, lookUpsSettled, markGone } from '../stores/current-products.ts'
import { dropCheckoutDraft } from './drop-checkout-draft.ts'
import { withTimeout } from './with-timeout.ts'
import { ATTRIBUTION_KEY } from './keys.ts'
import { noteBought } from './note-bought.ts'
import { sendIdempotent } from './send-idempotent.ts'
import { storeTerms } from './store-terms.ts'
import { readStored } from './stored.ts'

interface Options {
  client: StoreClient
  address: ShippingAddress
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities: Capability[] | undefined
  /** The cart on screen when the shopper pressed Create Order. */
  lines: CartLine[]
  /** Called before the cart is emptied, even when the order was created after its failure was shown. */
  onOrdered: () => void
}

/** The page navigates to the payment, or shows the shopper a change first. */
export type OrderOutcome =
  | { kind: 'leaving' }
  /** The cart differs from the lines on screen. */
  | { kind: 'changed' }
  /** A line can't be ordered. */
  | { kind: 'line'; line: CartLine; issues: LineIssues; capabilities: Capability[] }

/**
 * Orders the lines on screen at their total, empties the cart and navigates to the payment. Waits for look-ups in
 * flight, up to the shopper's timeout. Throws as `createOrder` does.
 */
export async function placeOrder({
  client,
  address,
  capabilities: known,
  lines,
  onOrdered,
}: Options): Promise<OrderOutcome> {
  const { capabilities } = await storeTerms(client, known && { capabilities: known })
  await withTimeout(lookUpsSettled()).catch(() => undefined)
  if (!isSameCart(latestCart(), lines)) return { kind: 'changed' }
  const hasLines = capabilities.includes('order-lines')
  const blocked = hasLines && firstIssue(lines)
  if (blocked) return { ...blocked, capabilities }

  const order = orderCreation(lines, address, hasLines)
  const attribution = capabilities.includes('attribution')
    ? parseAttribution(readStored(ATTRIBUTION_KEY), Date.now())
    : undefined
  const expectedTotal = capabilities.includes('expected-total') ? paiseOfLines(lines) : undefined
  const send = (key?: string) => createOrder(client, { ...order, expectedTotal, attribution }, key)
  try {
    // The key covers the products and the address: another ad or price must not create a second order.
    continueToPayment(
      capabilities.includes('idempotency-key')
        ? await sendIdempotent('order', order, send, continueToPayment)
        : await send(),
    )
  } catch (error) {
    const refusal = error instanceof StatusError ? parseOrderRefusal(error.body) : undefined
    const outcome = refusal && (await applyRefusal(client, refusal))
    if (!outcome) throw error
    return outcome.kind === 'line' ? { ...outcome, capabilities } : outcome
  }
  return { kind: 'leaving' }

  function continueToPayment(orderId: string): void {
    onOrdered()
    noteBought({ orderId, lines })
    emptyCartAfterOrder(lines)
    dropCheckoutDraft()
    location.assign(`/payment?orderId=${encodeURIComponent(orderId)}`)
  }
}

/** Updates the cart from a refusal. Returns `undefined` when the refusal explains no line and no total. */
async function applyRefusal(client: StoreClient, refusal: OrderRefusal) {
  if (refusal.code === 'total-changed') {
    for (const { productId, unitPrice } of refusal.lines) updatePrice(productId, unitPrice / 100)
    return paiseOfLines(latestCart()) === refusal.total ? { kind: 'changed' as const } : undefined
  }
  const { problems } = refusal
  for (const { code, productId } of problems) if (code === 'product-gone') markGone(productId)
  const others = problems.filter(({ code }) => code !== 'product-gone').map(({ productId }) => productId)
  await withTimeout(lookUpProducts(client, [...new Set(others)])).catch(() => undefined)
  return firstIssue(latestCart())
}

function firstIssue(lines: CartLine[]) {
  for (const line of lines) {
    const issues = lineIssues(line, $currentProducts.get()[line.id])
    if (hasIssues(issues)) return { kind: 'line' as const, line, issues }
  }
  return undefined
}
