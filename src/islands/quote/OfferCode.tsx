import { type KeyboardEvent, useRef, useState } from 'react'

import { fill, t } from '../../lib/i18n/translate.ts'
import { readOfferCode, saveOfferCode } from '../../lib/quote/offer-code.ts'
import { offerRefusalText } from '../../lib/quote/quote-text.ts'
import type { QuoteState } from '../../lib/quote/quote-store.ts'
import { buttonClasses, inputClasses, linkClasses } from '../../styles/classes.ts'
import { FieldFrame } from '../ui/Field.tsx'

interface Props {
  state: QuoteState
  offerCode: string | undefined
  onChange: (offerCode: string | undefined) => void
}

/** "Have a code?", folded until a code waits. It is no form of its own: the checkout has it inside its form. */
export function OfferCode({ state: { known }, offerCode, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(offerCode !== undefined)
  const quote = known?.question.offerCode === offerCode ? known?.quote : undefined
  const refusal = quote && offerCode !== undefined ? offerRefusalText(quote, offerCode) : ''
  const isApplied = offerCode !== undefined && quote?.discount?.code === offerCode

  function apply(): void {
    saveOfferCode(field.current?.value)
    onChange(readOfferCode())
  }

  function remove(): void {
    saveOfferCode(undefined)
    onChange(undefined)
    if (!field.current) return
    field.current.value = ''
    field.current.focus()
  }

  function applyByEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    apply()
  }

  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-target items-center text-sm underline underline-offset-4">
        {t('Have a code?')}
      </summary>
      <FieldFrame label={t('Offer code')} error={refusal || undefined}>
        {(control) => (
          <span className="flex gap-2">
            <input
              {...control}
              ref={field}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="done"
              defaultValue={offerCode}
              onKeyDown={applyByEnter}
              className={inputClasses}
            />
            <button type="button" onClick={apply} className={`${buttonClasses.secondary} shrink-0`}>
              {t('Apply')}
            </button>
          </span>
        )}
      </FieldFrame>
      <p role="status" className="text-sm">
        {isApplied && fill(t('{code} is applied.'), { code: offerCode })}
      </p>
      {offerCode !== undefined && (
        <button type="button" onClick={remove} className={`${linkClasses} min-h-target text-sm`}>
          {t('Remove the code')}
        </button>
      )}
    </details>
  )
}
