import type { Capability } from '@tanabana/contract/store-info.ts'
import type { QuoteState } from '../../lib/quote/quote-store.ts'
import { DeliveryFacts } from './DeliveryFacts.tsx'
import { OfferCode } from './OfferCode.tsx'

export interface CheckoutQuoteProps {
  state: QuoteState
  capabilities: readonly Capability[]
  postalCode: string | undefined
  offerCode: string | undefined
  setOfferCode: (offerCode: string | undefined) => void
}

/** Day of arrival, ways to pay and offer code, before Create Order. docs/requirements.md#211-checkout-page */
export default function CheckoutQuote(props: CheckoutQuoteProps) {
  const { state, capabilities, postalCode, offerCode, setOfferCode } = props
  return (
    <div className="grid gap-3">
      <DeliveryFacts state={state} postalCode={postalCode} place="order" />
      {capabilities.includes('offers') && (
        <OfferCode state={state} offerCode={offerCode} onChange={setOfferCode} />
      )}
    </div>
  )
}
