import { useStore } from '@nanostores/react'

import type { CartLine } from '../../lib/cart/cart.ts'
import { type CurrentProduct, quantityLimit } from '../../lib/cart/line-issues.ts'
import { $lineRefusals, issuesOfLine, NO_REFUSALS } from '../../lib/cart/line-refusals.ts'
import { cartPageMessages } from '../../lib/cart/messages.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { variantUrl } from '../../lib/catalogue/product-url.ts'
import { choiceText, lineName } from '../../lib/catalogue/product-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { lineTotal } from '../../lib/quote/cart-total.ts'
import type { QuoteLine } from '@tanabana/contract/quote.ts'
import { ProductImage } from '../ui/ProductImage.tsx'
import { LineChoices } from './LineChoices.tsx'
import { PriceChangeNote } from './PriceChangeNote.tsx'
import { QuantityStepper } from './QuantityStepper.tsx'

const quietClasses = 'min-h-target text-sm text-muted underline underline-offset-4 hover:text-ink'

interface Props {
  line: CartLine
  /** Current product; `undefined` when it is unknown, or when the store API takes no sizes. */
  product: CurrentProduct | undefined
  /** What its quote says; `undefined` without one. */
  quoted: QuoteLine | undefined
  onRemove: () => void
  onSaveForLater: () => void
}

/** One line of the cart. */
export function CartLineItem({ line, product, quoted, onRemove, onSaveForLater }: Props) {
  const refusals = useStore($lineRefusals, { ssr: () => NO_REFUSALS })
  const issues = issuesOfLine(line, product, refusals, quoted)
  const choice = choiceText(line)
  const productPath = variantUrl(line.id, { variant: line.variantId })
  return (
    <li className="flex flex-wrap gap-4 py-6 md:gap-6">
      <a href={productPath} tabIndex={-1} aria-hidden="true">
        <ProductImage src={line.image} className="h-32 w-24" />
      </a>
      <div className="grid min-w-0 flex-1 basis-40 content-between gap-4">
        <div>
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 sm:flex-nowrap">
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
            <p className="w-full font-semibold tabular-nums sm:w-auto">{formatPrice(lineTotal(line))}</p>
          </div>
          <PriceChangeNote line={line} />
          <LineChoices line={line} product={product} issues={issues} left={quoted?.left} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <QuantityStepper line={line} limit={quantityLimit(line, product, quoted)} />
          <div className="flex flex-wrap gap-x-4">
            <button
              type="button"
              aria-label={`${t(cartPageMessages.saveForLater)}: ${lineName(line)}`}
              onClick={onSaveForLater}
              className={quietClasses}
            >
              {t(cartPageMessages.saveForLater)}
            </button>
            <button
              type="button"
              aria-label={fill(t('Remove {name}'), { name: line.name })}
              data-line-issue={issues.removal && ''}
              onClick={onRemove}
              className={quietClasses}
            >
              {t('Remove')}
            </button>
          </div>
        </div>
      </div>
    </li>
  )
}
