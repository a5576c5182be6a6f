import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useRef } from 'react'

import type { Capability } from '@tanabana/contract/store-info.ts'
import type { StoreClient } from '../../lib/api-client/client.ts'
import { $quote, NO_QUOTE, type QuoteQuestion, type QuoteState } from '../../lib/quote/quote-store.ts'

/** Loaded after the page, for stores with `quotes`. */
const loadAsking = () => import('../../lib/quote/ask-quote.ts')

/**
 * Returns the quote of the cart. Asks for it whenever the question changes and when the page is shown again; never
 * without lines or for a store without `quotes`. docs/requirements.md#1129-quotes
 */
export function useQuote(
  client: StoreClient,
  capabilities: readonly Capability[] | undefined,
  question: QuoteQuestion,
): QuoteState {
  const state = useStore($quote, { ssr: () => NO_QUOTE })
  const isAsked = (capabilities?.includes('quotes') ?? false) && question.lines.length > 0
  const { lines, ...details } = question
  const key = JSON.stringify([
    details,
    lines.map(({ id, quantity, selectedSize, selectedColor, otherOptions, variantId }) => [
      id,
      quantity,
      selectedSize,
      selectedColor,
      otherOptions,
      variantId,
    ]),
  ])

  const latest = useRef<QuoteQuestion>(undefined)
  const ask = useEffectEvent(() => {
    if (!isAsked) return
    latest.current = question
    loadAsking().then(
      ({ askQuote }) => {
        // Browsers may resolve imports of one module in any order.
        if (latest.current === question) askQuote(client, question, capabilities ?? [])
      },
      () => undefined,
    )
  })

  useEffect(() => ask(), [isAsked, key])

  useEffect(() => {
    const watch = new AbortController()
    const askAgain = () => {
      if (!document.hidden) ask()
    }
    document.addEventListener('visibilitychange', askAgain, watch)
    window.addEventListener('pageshow', askAgain, watch)
    return () => watch.abort()
  }, [])

  return state
}
