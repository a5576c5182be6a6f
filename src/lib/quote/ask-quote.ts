import { readPhone } from '@tanabana/contract/phone.ts'
import type { Quote, QuoteRequest } from '@tanabana/contract/quote.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import type { StoreClient } from '../api-client/client.ts'
import { fetchQuote } from '../api-client/quotes.ts'
import { chooseForLine, updatePrice } from '../cart/cart-actions.ts'
import { $cart } from '../cart/cart-store.ts'
import { isSameLine } from '../cart/cart.ts'
import { toOrderLines } from '../cart/order-lines.ts'
import { $quote, type QuoteQuestion } from './quote-store.ts'

/** Between a change and its question, so that quick presses ask once. */
const PAUSE_MS = 250
/** A quote is not asked for again within this time. */
const FRESH_MS = 10_000
const CACHED_MAX = 8

/** A question that waits or is in flight. */
interface Pending {
  key: string
  /** Ends the pause. */
  send: () => void
  /** Settles with the answer, or when a newer question replaces this one. Never rejects. */
  settled: Promise<void>
  abort: () => void
}

const cache = new Map<string, { quote: Quote; at: number }>()
let pending: Pending | undefined

/**
 * Asks the store for a quote, once per question and after a pause; a newer question replaces it. The answer goes to
 * `$quote`, and its prices to the cart. A failure changes nothing but the status. Only for stores with `quotes`.
 */
export function askQuote(
  client: StoreClient,
  question: QuoteQuestion,
  capabilities: readonly Capability[],
): void {
  const request = toRequest(question, capabilities)
  const key = JSON.stringify(request)
  if (pending?.key === key) return
  pending?.abort()
  pending = undefined
  const cached = cache.get(key)
  if (cached && Date.now() - cached.at < FRESH_MS) return takeQuote(cached.quote, question)
  const isFirst = $quote.get().status === 'unasked'
  $quote.set({ ...$quote.get(), status: 'asking' })
  pending = ask(client, request, key, question, isFirst ? 0 : PAUSE_MS)
}

/** Resolves when no question is open; a waiting one is sent at once. */
export async function quoteSettled(): Promise<void> {
  while (pending) {
    pending.send()
    await pending.settled
  }
}

/** Takes the quote of a refused order. */
export function takeRefusedQuote(quote: Quote, question: QuoteQuestion): void {
  forgetAnswers()
  takeQuote(quote, question)
}

/** Ends open questions and forgets earlier answers, which an order has made out of date. */
export function forgetAnswers(): void {
  pending?.abort()
  pending = undefined
  cache.clear()
}

/** Makes a quote the current one, and gives its prices and variants to the cart's lines. */
function takeQuote(quote: Quote, question: QuoteQuestion): void {
  $quote.set({ status: 'known', known: { quote, question } })
  for (const [index, { productId, variantId, unitPrice, issue }] of quote.lines.entries()) {
    const asked = question.lines[index]
    if (asked?.id !== productId || issue !== undefined || unitPrice === undefined) continue
    updatePrice(productId, unitPrice / 100, asked.variantId)
    // An import may have replaced the variant.
    if (asked.variantId === undefined || variantId === undefined || variantId === asked.variantId) continue
    if ($cart.get().some((line) => isSameLine(line, asked))) chooseForLine(asked, { variantId })
  }
}

function ask(
  client: StoreClient,
  request: QuoteRequest,
  key: string,
  question: QuoteQuestion,
  pauseMs: number,
): Pending {
  const replaced = new AbortController()
  let send: () => void = () => undefined
  const pause = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMs)
    send = () => {
      clearTimeout(timer)
      resolve()
    }
  })
  const own: Pending = {
    key,
    send,
    settled: run(),
    abort() {
      replaced.abort()
      send()
    },
  }
  return own

  async function run(): Promise<void> {
    await pause
    if (replaced.signal.aborted) return
    const quote = await fetchQuote(client, request, replaced.signal).catch(() => undefined)
    if (pending !== own) return
    pending = undefined
    if (quote) {
      keep(key, quote)
      takeQuote(quote, question)
    } else $quote.set({ ...$quote.get(), status: 'failed' })
  }
}

function keep(key: string, quote: Quote): void {
  cache.delete(key)
  cache.set(key, { quote, at: Date.now() })
  for (const old of [...cache.keys()].slice(0, -CACHED_MAX)) cache.delete(old)
}

function toRequest(question: QuoteQuestion, capabilities: readonly Capability[]): QuoteRequest {
  const { lines, postalCode, offerCode } = question
  const phone = phoneOf(question)
  return {
    lines: toOrderLines(lines, capabilities.includes('variants')),
    ...(postalCode !== undefined && { postalCode }),
    ...(phone !== undefined && { phone }),
    ...(offerCode !== undefined && capabilities.includes('offers') && { offerCode }),
  }
}

function phoneOf({ phone = '', isPhoneLeft }: QuoteQuestion): string | undefined {
  return readPhone(phone) ?? ((isPhoneLeft && phone.trim()) || undefined)
}
