import type { Capability } from '@tanabana/contract/store-info.ts'
import type { QuoteState } from '../../lib/quote/quote-store.ts'
import { DeliveryFacts } from './DeliveryFacts.tsx'
import { OfferCode } from './OfferCode.tsx'
import { PinCodeForm } from './PinCodeForm.tsx'

export interface CartQuoteProps {
  state: QuoteState
  capabilities: readonly Capability[]
  postalCode: string | undefined
  setPostalCode: (postalCode: string) => void
  offerCode: string | undefined
  setOfferCode: (offerCode: string | undefined) => void
}

/** PIN code, delivery and offer code of the cart. docs/requirements.md#210-cart-page */
export default function CartQuote(props: CartQuoteProps) {
  const { state, capabilities, postalCode, setPostalCode, offerCode, setOfferCode } = props
  return (
    <div className="grid gap-3">
      {capabilities.includes('pincodes') && <PinCodeForm postalCode={postalCode} onChange={setPostalCode} />}
      <DeliveryFacts state={state} postalCode={postalCode} place="cart" />
      {capabilities.includes('offers') && (
        <OfferCode state={state} offerCode={offerCode} onChange={setOfferCode} />
      )}
    </div>
  )
}
