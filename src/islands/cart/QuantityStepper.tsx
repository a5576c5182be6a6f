import { updateQuantity } from '../../lib/cart/cart-actions.ts'
import type { CartLine } from '../../lib/cart/cart.ts'
import { lineName } from '../../lib/catalogue/product-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'

interface Props {
  line: CartLine
  /** Most pieces that the line may have. */
  limit: number
}

/** Minus, quantity and plus of a cart line. */
export function QuantityStepper({ line, limit }: Props) {
  const name = lineName(line)
  return (
    <div
      role="group"
      aria-label={fill(t('Quantity of {name}'), { name })}
      className="flex items-center rounded border border-muted"
    >
      <StepButton
        label={fill(t('Decrease quantity of {name}'), { name })}
        signClasses="before:content-['−']"
        isAtEnd={line.quantity <= 1}
        onStep={() => updateQuantity(line, line.quantity - 1)}
      />
      <output className="min-w-8 text-center tabular-nums">{line.quantity}</output>
      <StepButton
        label={fill(t('Increase quantity of {name}'), { name })}
        signClasses="before:content-['+']"
        isAtEnd={line.quantity >= limit}
        onStep={() => updateQuantity(line, line.quantity + 1)}
      />
    </div>
  )
}

interface StepProps {
  label: string
  /** Draws the sign by CSS: as text it would differ from the label. */
  signClasses: string
  /** At its limit the button keeps the focus and does nothing. */
  isAtEnd: boolean
  onStep: () => void
}

function StepButton({ label, signClasses, isAtEnd, onStep }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={() => {
        if (!isAtEnd) onStep()
      }}
      className={`min-h-target min-w-target rounded text-lg leading-none hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-50 ${signClasses}`}
    />
  )
}
