import type { Quote } from '@tanabana/contract/quote.ts'
import { t } from '../../lib/i18n/translate.ts'
import { deliveryMessages } from '../../lib/quote/messages.ts'
import { arrivalText, cashText, notServedText, waysToPayText } from '../../lib/quote/quote-text.ts'
import type { QuoteState } from '../../lib/quote/quote-store.ts'

interface Props {
  state: QuoteState
  /** As `readPinCode` reads it; `undefined` before one is typed. */
  postalCode: string | undefined
  /**
   * `cart`: all of it, announced when it changes; `field`: beside the PIN code of a form, which announces it and has the
   * refusal as its error; `order`: with the ways to pay, beside such a form.
   */
  place: 'cart' | 'field' | 'order'
}

/** Day of arrival and cash on delivery, or that the page doesn't know them. */
export function DeliveryFacts({ state, postalCode, place }: Props) {
  const { status, known } = state
  const quote = known?.question.postalCode === postalCode ? known?.quote : undefined
  return (
    <span role={place === 'cart' ? 'status' : undefined} className="grid gap-1 text-sm">
      {status === 'failed'
        ? place !== 'field' && <Fact text={t(deliveryMessages.failed)} />
        : quote?.delivery?.served === false
          ? place === 'cart' && (
              <span className="block text-danger">
                {notServedText(quote, postalCode ?? '')} {t(deliveryMessages.notServedHelp)}
              </span>
            )
          : quote && (
              <>
                <Fact text={arrivalText(quote)} className="font-semibold text-ink" />
                {place === 'order' && <Fact text={waysToPayText(quote)} />}
                {isCashKnown(quote, postalCode) && <Fact text={cashText(quote)} />}
              </>
            )}
    </span>
  )
}

/** The facts below the PIN code of a form. Loaded with the rest of the quote. */
export default function FieldFacts(props: Omit<Props, 'place'>) {
  return <DeliveryFacts {...props} place="field" />
}

function Fact({ text, className = 'text-muted' }: { text: string; className?: string }) {
  return text ? <span className={`block ${className}`}>{text}</span> : null
}

/** Before a PIN code is typed, the amount alone can exclude cash. */
function isCashKnown({ methods }: Quote, postalCode: string | undefined): boolean {
  return postalCode !== undefined || methods.some(({ kind, offered }) => kind === 'cod' && !offered)
}
