import { quoteSchema, type Quote, type QuoteRequest } from '@tanabana/contract/quote.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { StoreClient } from './client.ts'

const responseSchema = wrappedOrBare(quoteSchema)

/** Returns the quote of an order. Only for stores with the capability `quotes`. Throws as the client does. */
export function fetchQuote(client: StoreClient, request: QuoteRequest, signal?: AbortSignal): Promise<Quote> {
  return client.post('/quotes', responseSchema, request, undefined, signal)
}
