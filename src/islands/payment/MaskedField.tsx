import type { Maskito } from '@maskito/core'
import { useEffect, useRef } from 'react'

import { isNumericMask, toMask } from '../../lib/payment/mask.ts'
import type { PaymentField } from '../../lib/contract/payment.ts'
import { Field } from '../ui/Field.tsx'
import type { FrameProps } from '../ui/FieldFrame.tsx'

interface Props extends FrameProps {
  field: PaymentField
  name: string
  'aria-required': true | undefined
  text: string
  onText: (text: string) => void
}

/**
 * A text field that applies its mask while typing; the form sends the masked text.
 * docs/requirements.md#310-payment-field
 */
export function MaskedField({ field, text, onText, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const maskText = field.mask ?? ''
  const mask = toMask(maskText)

  useEffect(() => {
    const readMask = toMask(maskText)
    if (!readMask) return
    let isGone = false
    let masking: Maskito | undefined
    // Without the library the field takes plain text, which the store validates.
    void loadMaskito().then((Masking) => {
      if (!Masking || isGone || !input.current) return
      masking = new Masking(input.current, { mask: readMask })
      // Apply the mask to text typed before the library loaded.
      input.current.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
    return () => {
      isGone = true
      masking?.destroy()
    }
  }, [maskText])

  return (
    <Field
      {...props}
      ref={input}
      // Masking needs a text selection, which inputs of type number and email lack.
      type="text"
      inputMode={mask && isNumericMask(mask) ? 'numeric' : undefined}
      placeholder={field.placeholder}
      value={text}
      // React's onChange misses values that the mask writes.
      onInput={(event) => onText(event.currentTarget.value)}
    />
  )
}

async function loadMaskito(): Promise<typeof Maskito | undefined> {
  try {
    return (await import('@maskito/core')).Maskito
  } catch {
    return undefined
  }
}
