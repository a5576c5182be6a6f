import { parseAttribution } from '../analytics/attribution.ts'
import { savePurchase } from '../analytics/purchase.ts'
import type { StoreClient } from '../api-client/client.ts'
import { OrderLimitError, refusalOf, StatusError } from '../api-client/errors.ts'
import { createOrder } from '../api-client/orders.ts'
import { dropCheckoutDraft } from '../auth/session-store.ts'
import { emptyCartAfterOrder, updatePrice } from '../cart/cart-actions.ts'
import { latestCart } from '../cart/cart-store.ts'
import { isSameCart } from '../cart/cart.ts'
import type { CartLine } from '../cart/cart.ts'
import { $currentProducts, lookUpProducts, lookUpsSettled, markGone } from '../cart/current-products.ts'
import { hasIssues, lineIssues } from '../cart/line-issues.ts'
import type { LineIssues } from '../cart/line-issues.ts'
import { forgetRefusals, keepRefusals } from '../cart/keep-refusals.ts'
import { paiseOfLines } from '../catalogue/money.ts'
import { parseOrderRefusal } from '@tanabana/contract/order.ts'
import type { LimitExceeded, OrderRefusal } from '@tanabana/contract/order.ts'
import type { OrderCreation, ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { joinLines, LINE_ENDS, removeControlCharacters } from '@tanabana/contract/text.ts'
import { sendIdempotent } from '../api-client/send-idempotent.ts'
import { ATTRIBUTION_KEY, readStored } from '../platform/storage.ts'
import { storeTerms } from '../api-client/store-terms.ts'
import { withResponseTimeout } from '../api-client/response-timeout.ts'
import { saveAtApi, saveOnDevice } from './remember-address.ts'
import type { RememberChoices } from './saved-addresses.ts'

interface Options {
  client: StoreClient
  address: ShippingAddress
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities: Capability[] | undefined
  /** The cart on screen when the shopper pressed Create Order. */
  lines: CartLine[]
  /** Where to save the address once the order is created. */
  rememberAddress?: RememberChoices
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
 * flight, up to the shopper's timeout. Throws as `createOrder` does, and {OrderLimitError}.
 */
export async function placeOrder({
  client,
  address,
  capabilities: known,
  lines: shown,
  rememberAddress,
  onOrdered,
}: Options): Promise<OrderOutcome> {
  const { capabilities } = await storeTerms(client, known && { capabilities: known })
  await withResponseTimeout(lookUpsSettled()).catch(() => undefined)
  // The look-ups may have found variants of the lines.
  const lines = latestCart()
  if (!isSameCart(lines, shown)) return { kind: 'changed' }
  forgetRefusals()
  const hasLines = capabilities.includes('order-lines')
  const blocked = hasLines && firstIssue(lines)
  if (blocked) return { ...blocked, capabilities }

  const order = orderCreation(lines, address, hasLines, capabilities.includes('variants'))
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
    if (refusal?.code === 'lines-refused') keepRefusals(lines, refusal.problems, refusalOf(error))
    if (refusal?.code === 'limit-exceeded') throw new OrderLimitError(refusal)
    const outcome = refusal && (await applyRefusal(client, refusal, capabilities))
    if (!outcome) throw error
    return outcome.kind === 'line' ? { ...outcome, capabilities } : outcome
  }
  return { kind: 'leaving' }

  function continueToPayment(orderId: string): void {
    onOrdered()
    savePurchase({ orderId, lines })
    emptyCartAfterOrder(lines)
    dropCheckoutDraft()
    const leave = () => location.assign(`/payment?orderId=${encodeURIComponent(orderId)}`)
    if (rememberAddress?.onDevice) saveOnDevice(order.shippingAddress)
    if (rememberAddress?.atApi) void saveAtApi(client, order.shippingAddress).finally(leave)
    else leave()
  }
}

/** Updates the cart from a refusal. Returns `undefined` when the refusal explains no line and no total. */
async function applyRefusal(
  client: StoreClient,
  refusal: Exclude<OrderRefusal, LimitExceeded>,
  capabilities: Capability[],
) {
  if (refusal.code === 'total-changed') {
    for (const { productId, unitPrice, variantId } of refusal.lines)
      updatePrice(productId, unitPrice / 100, variantId)
    return paiseOfLines(latestCart()) === refusal.total ? { kind: 'changed' as const } : undefined
  }
  if (refusal.code !== 'lines-refused') return undefined
  const { problems } = refusal
  for (const { code, productId } of problems) if (code === 'product-gone') markGone(productId)
  const others = problems.filter(({ code }) => code !== 'product-gone').map(({ productId }) => productId)
  await withResponseTimeout(lookUpProducts(client, [...new Set(others)], capabilities)).catch(() => undefined)
  return capabilities.includes('order-lines') ? firstIssue(latestCart()) : undefined
}

function firstIssue(lines: CartLine[]) {
  for (const line of lines) {
    const issues = lineIssues(line, $currentProducts.get().get(line.id))
    if (hasIssues(issues)) return { kind: 'line' as const, line, issues }
  }
  return undefined
}

/**
 * Creates the body of `POST /orders`: quantities by product id, whatever size and colour. With `hasLines` (capability
 * `order-lines`) it adds each line with its choice, with `hasVariants` also its variant. docs/requirements.md#35-order-creation
 * docs/requirements.md#111-order-lines
 */
export function orderCreation(
  lines: CartLine[],
  address: ShippingAddress,
  hasLines: boolean,
  hasVariants = false,
): OrderCreation {
  const quantities = new Map<string, number>()
  for (const { id, quantity } of lines) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  const order: OrderCreation = {
    products: Object.fromEntries(quantities),
    shippingAddress: {
      fullName: oneLine(address.fullName),
      address: oneLine(address.address),
      city: oneLine(address.city),
      state: oneLine(address.state),
      postalCode: oneLine(address.postalCode),
      phone: oneLine(address.phone),
    },
  }
  if (!hasLines) return order
  return {
    ...order,
    lines: lines.map(({ id, quantity, selectedSize, selectedColor, variantId }) => ({
      productId: id,
      ...(hasVariants && variantId && { variantId }),
      quantity,
      selectedSize,
      selectedColor,
    })),
  }
}

/** Formats a text for a parcel label. Removes direction marks, which phones add to numbers copied from the contacts. */
function oneLine(text: string): string {
  return joinLines(removeControlCharacters(text.replaceAll('\t', ' '), LINE_ENDS))
}
