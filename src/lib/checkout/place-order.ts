import { parseAttribution } from '../analytics/attribution.ts'
import { readAgreement } from '../analytics/consent.ts'
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
import { hasIssues } from '../cart/line-issues.ts'
import type { LineIssues } from '../cart/line-issues.ts'
import { forgetRefusals, keepRefusals } from '../cart/keep-refusals.ts'
import { issuesOfLine, NO_REFUSALS } from '../cart/line-refusals.ts'
import { toOrderLines } from '../cart/order-lines.ts'
import { askQuote, forgetQuotes, quoteSettled, takeRefusedQuote } from '../quote/ask-quote.ts'
import { cartTotal } from '../quote/cart-total.ts'
import { saveOfferCode } from '../quote/offer-code.ts'
import {
  $quote,
  deliveryTo,
  offeredMethods,
  quotedLine,
  quoteOf,
  type QuoteQuestion,
} from '../quote/quote-store.ts'
import { parseRefusedQuote } from '@tanabana/contract/quote.ts'
import type { PaymentKind } from '@tanabana/contract/payment.ts'
import { readPhone } from '@tanabana/contract/phone.ts'
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

interface Options {
  client: StoreClient
  address: ShippingAddress
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities: Capability[] | undefined
  /** What the page says when the shopper presses Create Order. */
  shown: ShownOrder
  /** Saves the address once the order is created: at a store with `addresses`, else on this device. */
  savesAddress: boolean
  /** Called before the cart is emptied, even when the order was created after its failure was shown. */
  onOrdered: () => void
}

/** What an order is placed for: the question of its quote, and what the page says of it. */
export interface ShownOrder {
  question: QuoteQuestion & { lines: CartLine[] }
  /** Paise. */
  total: number
  /** The last day of delivery. */
  by: string | undefined
  /** The ways to pay; empty where the page names none. */
  methods: readonly PaymentKind[]
}

/** The page navigates to the payment, or shows the shopper a change first. */
export type OrderOutcome =
  | { kind: 'leaving' }
  /** Lines or total differ from those on screen. */
  | { kind: 'changed' }
  /** The order would arrive after the day on screen. */
  | { kind: 'later' }
  /** A way to pay on screen is no longer offered. */
  | { kind: 'method' }
  /** The code gives no discount. */
  | { kind: 'offer' }
  /** The shop doesn't deliver to the PIN code. */
  | { kind: 'not-delivered' }
  /** The store needs a phone number, and the text is none. */
  | { kind: 'phone' }
  /** A line can't be ordered. */
  | { kind: 'line'; line: CartLine; issues: LineIssues; capabilities: Capability[] }

/**
 * Orders the lines on screen at their total, empties the cart and navigates to the payment. Waits for the quote and
 * look-ups in flight, up to the shopper's timeout. Throws as `createOrder` does, and {OrderLimitError}.
 */
export async function placeOrder({
  client,
  address,
  capabilities: known,
  shown,
  savesAddress,
  onOrdered,
}: Options): Promise<OrderOutcome> {
  const { capabilities } = await storeTerms(client, known && { capabilities: known })
  const { question } = shown
  const hasLines = capabilities.includes('order-lines')
  const settle = () =>
    withResponseTimeout(Promise.all([lookUpsSettled(), quoteSettled()])).catch(() => undefined)
  await settle()
  // The look-ups may have found variants of the lines.
  let obstacle = findObstacle(shown, hasLines)
  if (obstacle && capabilities.includes('quotes')) {
    // The quote may be out of date.
    askQuote(client, question, capabilities)
    await settle()
    obstacle = findObstacle(shown, hasLines)
  }
  const isPhoneRefused = capabilities.includes('phone-check') && readPhone(address.phone) === undefined
  // A way to pay may be missing because of the phone number.
  if (isPhoneRefused && (!obstacle || obstacle.kind === 'method')) return { kind: 'phone' }
  if (obstacle) return obstacle.kind === 'line' ? { ...obstacle, capabilities } : obstacle
  forgetRefusals()
  const lines = latestCart()
  const quote = quoteOf($quote.get(), question.lines)
  const order = orderCreation(lines, address, hasLines, capabilities.includes('variants'))
  const ad = capabilities.includes('attribution')
    ? parseAttribution(readStored(ATTRIBUTION_KEY), Date.now())
    : undefined
  const attribution = ad && { ...ad, consent: readAgreement() }
  const expectedTotal = capabilities.includes('expected-total') ? shown.total : undefined
  const expectedBy = deliveryTo($quote.get(), question.postalCode)?.by
  // A code that gives no discount is not on screen as one.
  const code = quote ? quote.discount?.code : question.offerCode
  const offerCode = capabilities.includes('offers') ? code : undefined
  const send = (key?: string) =>
    createOrder(client, { ...order, expectedTotal, expectedBy, offerCode, attribution }, key)
  try {
    // The key covers the products and the address: another ad, price or code must not create a second order.
    continueToPayment(
      capabilities.includes('idempotency-key')
        ? await sendIdempotent('order', order, send, continueToPayment)
        : await send(),
    )
  } catch (error) {
    const refusal = error instanceof StatusError ? parseOrderRefusal(error.body) : undefined
    if (refusal?.code === 'lines-refused') keepRefusals(lines, refusal.problems, refusalOf(error))
    if (refusal?.code === 'limit-exceeded') throw new OrderLimitError(refusal)
    const fresh = error instanceof StatusError ? parseRefusedQuote(error.body) : undefined
    if (fresh && capabilities.includes('quotes')) takeRefusedQuote(fresh, question)
    const outcome = refusal && (await applyRefusal(client, refusal, capabilities))
    if (!outcome) throw error
    return outcome.kind === 'line' ? { ...outcome, capabilities } : outcome
  }
  return { kind: 'leaving' }

  function continueToPayment(orderId: string): void {
    onOrdered()
    savePurchase({ orderId, lines, total: shown.total })
    emptyCartAfterOrder(lines)
    dropCheckoutDraft()
    saveOfferCode(undefined)
    forgetQuotes()
    const leave = () => location.assign(`/payment?orderId=${encodeURIComponent(orderId)}`)
    const isAtApi = capabilities.includes('addresses')
    if (savesAddress && !isAtApi) saveOnDevice(order.shippingAddress)
    if (savesAddress && isAtApi) void saveAtApi(client, order.shippingAddress).finally(leave)
    else leave()
  }
}

/** Returns what differs from the page, or keeps the lines from being ordered; `undefined` when the order can be sent. */
function findObstacle({ question, total, by, methods }: ShownOrder, hasLines: boolean) {
  const lines = latestCart()
  const delivery = deliveryTo($quote.get(), question.postalCode)
  if (!isSameCart(lines, question.lines)) return { kind: 'changed' as const }
  if (delivery?.served === false) return { kind: 'not-delivered' as const }
  const blocked = hasLines ? firstIssue(lines) : undefined
  if (blocked) return blocked
  if (cartTotal(lines, $quote.get()).total !== total) return { kind: 'changed' as const }
  if (isLater(delivery?.by, by)) return { kind: 'later' as const }
  const offered = $quote.get().known && offeredMethods($quote.get())
  return offered && methods.some((kind) => !offered.includes(kind)) ? { kind: 'method' as const } : undefined
}

/** Updates the cart from a refusal. Returns `undefined` when the page has nothing to show for it. */
async function applyRefusal(
  client: StoreClient,
  refusal: Exclude<OrderRefusal, LimitExceeded>,
  capabilities: Capability[],
) {
  switch (refusal.code) {
    case 'total-changed':
      for (const { productId, unitPrice, variantId } of refusal.lines)
        updatePrice(productId, unitPrice / 100, variantId)
      return cartTotal(latestCart(), $quote.get()).total === refusal.total
        ? { kind: 'changed' as const }
        : undefined
    case 'not-delivered':
      return { kind: 'not-delivered' as const }
    case 'delivery-changed':
      return { kind: 'later' as const }
    case 'offer-refused':
      return { kind: 'offer' as const }
  }
  const { problems } = refusal
  for (const { code, productId } of problems) if (code === 'product-gone') markGone(productId)
  const others = problems.filter(({ code }) => code !== 'product-gone').map(({ productId }) => productId)
  await withResponseTimeout(lookUpProducts(client, [...new Set(others)], capabilities)).catch(() => undefined)
  return capabilities.includes('order-lines') ? firstIssue(latestCart()) : undefined
}

function firstIssue(lines: CartLine[]) {
  for (const line of lines) {
    const quoted = quotedLine($quote.get(), line)
    const issues = issuesOfLine(line, $currentProducts.get().get(line.id), NO_REFUSALS, quoted)
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
  return { ...order, lines: toOrderLines(lines, hasVariants) }
}

/** Days of the form `2026-11-26`. The page that names no day promises none. */
function isLater(by: string | undefined, shownBy: string | undefined): boolean {
  return by !== undefined && shownBy !== undefined && by > shownBy
}

/** Formats a text for a parcel label. Removes direction marks, which phones add to numbers copied from the contacts. */
function oneLine(text: string): string {
  return joinLines(removeControlCharacters(text.replaceAll('\t', ' '), LINE_ENDS))
}
