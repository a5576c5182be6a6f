import { updateQuantity } from '../../lib/cart/cart-actions.ts'
import type { CartLine } from '../../lib/cart/cart.ts'
import { type CurrentProduct, lineIssues } from '../../lib/cart/line-issues.ts'
import { formatPrice, sumOfLines } from '../../lib/catalogue/money.ts'
import { variantUrl } from '../../lib/catalogue/product-url.ts'
import { choiceText } from '../../lib/catalogue/product-text.ts'
import { QUANTITY_MAX } from '../../lib/contract/constants.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { ProductImage } from '../ui/ProductImage.tsx'
import { LineChoices } from './LineChoices.tsx'
import { PriceChangeNote } from './PriceChangeNote.tsx'

interface Props {
  line: CartLine
  /** Current product; `undefined` when it is unknown, or when the store API takes no sizes. */
  product: CurrentProduct | undefined
  onRemove: () => void
}

/** One line of the cart. */
export function CartLineItem({ line, product, onRemove }: Props) {
  const choice = choiceText(line)
  const spoken = choice ? `${line.name}, ${choice}` : line.name
  const productPath = variantUrl(line.id, { variant: line.variantId })
  return (
    <li className="flex flex-wrap gap-4 py-6 md:gap-6">
      <a href={productPath} tabIndex={-1} aria-hidden="true">
        <ProductImage src={line.image} className="h-32 w-24" />
      </a>
      <div className="grid min-w-0 flex-1 basis-40 content-between gap-4">
        <div>
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <div className="min-w-0">
              <h2 className="text-lg">
                <a href={productPath} className="hover:underline">
                  {line.name}
                </a>
              </h2>
              {choice && <p className="mt-1 text-sm text-muted">{choice}</p>}
              {line.quantity > 1 && (
                <p className="mt-1 text-sm text-muted">
                  {fill(t('{price} each'), { price: formatPrice(line.price) })}
                </p>
              )}
            </div>
            <p className="font-semibold tabular-nums">{formatPrice(sumOfLines([line]))}</p>
          </div>
          <PriceChangeNote line={line} />
          <LineChoices line={line} product={product} issues={lineIssues(line, product)} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div
            role="group"
            aria-label={fill(t('Quantity of {name}'), { name: spoken })}
            className="flex items-center rounded border border-muted"
          >
            <StepButton
              label={fill(t('Decrease quantity of {name}'), { name: spoken })}
              sign="−"
              isAtEnd={line.quantity <= 1}
              onStep={() => updateQuantity(line, line.quantity - 1)}
            />
            <output className="min-w-8 text-center tabular-nums">{line.quantity}</output>
            <StepButton
              label={fill(t('Increase quantity of {name}'), { name: spoken })}
              sign="+"
              isAtEnd={line.quantity >= QUANTITY_MAX}
              onStep={() => updateQuantity(line, line.quantity + 1)}
            />
          </div>
          <button
            type="button"
            aria-label={fill(t('Remove {name}'), { name: line.name })}
            onClick={onRemove}
            className="min-h-target text-sm text-muted underline underline-offset-4 hover:text-ink"
          >
            {t('Remove')}
          </button>
        </div>
      </div>
    </li>
  )
}

interface StepProps {
  label: string
  sign: string
  /** At its limit the button keeps the focus and does nothing. */
  isAtEnd: boolean
  onStep: () => void
}

function StepButton({ label, sign, isAtEnd, onStep }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={() => {
        if (!isAtEnd) onStep()
      }}
      className="min-h-target min-w-target rounded text-lg leading-none hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
    >
      {sign}
    </button>
  )
}
