import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'

import { removeFromCart } from '../../lib/cart/cart-actions.ts'
import type { CartLine } from '../../lib/cart/cart.ts'
import { type CurrentProduct, quantityLimit } from '../../lib/cart/line-issues.ts'
import { $lineRefusals, issuesOfLine, NO_REFUSALS } from '../../lib/cart/line-refusals.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { choiceText } from '../../lib/catalogue/product-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { lineTotal, type CartTotal } from '../../lib/quote/cart-total.ts'
import { quotedLine, type QuoteState } from '../../lib/quote/quote-store.ts'
import type { QuoteLine } from '@tanabana/contract/quote.ts'
import { linkClasses, panelClasses } from '../../styles/classes.ts'
import { LineChoices } from '../cart/LineChoices.tsx'
import { PriceChangeNote } from '../cart/PriceChangeNote.tsx'
import { QuantityStepper } from '../cart/QuantityStepper.tsx'
import { lineKeys } from '../cart/use-cart.ts'
import { deducted, discountLabel, Savings } from '../quote/TotalRows.tsx'
import { ProductImage } from '../ui/ProductImage.tsx'

interface Props {
  lines: CartLine[]
  total: CartTotal
  quote: QuoteState
  /** Current products by id; empty when the store API takes no sizes. */
  products: ReadonlyMap<string, CurrentProduct>
  /** False while an order is sent. */
  isEditable: boolean
  /** Sentences about delivery and returns, in the shopper's language. */
  terms: string[]
  /** Delivery, ways to pay and offer code, after the total. */
  details: ReactNode
  /** Shown at the end. */
  children: ReactNode
}

/** Lines, subtotal, shipping 'Free' and total. Asks for missing choices of lines. */
export function OrderSummary(props: Props) {
  const { lines, total, quote, products, isEditable, terms, details, children } = props
  const keys = lineKeys(lines)
  return (
    <section aria-labelledby="order-summary" className={`${panelClasses} grid min-w-0 gap-5`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="order-summary" className="text-2xl">
          {t('Order Summary')}
        </h2>
        <a href="/cart" className={`${linkClasses} flex min-h-target items-center text-sm`}>
          {t('Edit cart')}
        </a>
      </div>
      <ul tabIndex={-1} className={listClasses}>
        {lines.map((line, index) => (
          <OrderedLine
            key={keys[index]}
            line={line}
            product={products.get(line.id)}
            quoted={quotedLine(quote, line)}
            isEditable={isEditable}
          />
        ))}
      </ul>
      <dl className="grid gap-2">
        <Amount label={t('Subtotal')} text={formatPrice(total.subtotal / 100)} />
        {total.discount && (
          <Amount label={discountLabel(total.discount)} text={deducted(total.discount.amount)} />
        )}
        <Amount label={t('Shipping')} text={t('Free')} />
        <div className="mt-2 flex flex-wrap justify-between gap-x-4 border-t border-line pt-4 text-lg">
          <dt>{t('Total')}</dt>
          <dd className="font-semibold tabular-nums">{formatPrice(total.total / 100)}</dd>
        </div>
      </dl>
      <Savings saved={total.saved} />
      {details}
      {terms.map((sentence) => (
        <p key={sentence} className="text-sm text-muted">
          {sentence}
        </p>
      ))}
      {children}
    </section>
  )
}

/** The total above the form on phones, with the lines on demand. */
export function BriefSummary({ lines, total }: Pick<Props, 'lines' | 'total'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className={`${panelClasses} lg:hidden`}>
      <summary className="flex min-h-target flex-wrap items-center justify-between gap-x-4">
        <span className="flex items-center gap-2">
          {t('Order Summary')}
          <svg
            viewBox="0 0 24 24"
            width="16"
            height="16"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            aria-hidden="true"
          >
            <path d={isOpen ? 'm6 15 6-6 6 6' : 'm6 9 6 6 6-6'} />
          </svg>
        </span>
        <strong className="tabular-nums">{formatPrice(total.total / 100)}</strong>
      </summary>
      {isOpen && <SummaryLines lines={lines} />}
    </details>
  )
}

function SummaryLines({ lines }: Pick<Props, 'lines'>) {
  const keys = lineKeys(lines)
  return (
    <ul className={listClasses}>
      {lines.map((line, index) => (
        <SummaryLine key={keys[index]} line={line} />
      ))}
    </ul>
  )
}

interface OrderedLineProps {
  line: CartLine
  product: CurrentProduct | undefined
  quoted: QuoteLine | undefined
  isEditable: boolean
}

/** A line with the quantity's buttons, unless it can only be removed, and its ordering problems. */
function OrderedLine({ line, product, quoted, isEditable }: OrderedLineProps) {
  const refusals = useStore($lineRefusals, { ssr: () => NO_REFUSALS })
  const issues = issuesOfLine(line, product, refusals, quoted)
  const hasStepper = isEditable && !issues.removal
  return (
    <SummaryLine line={line} hasStepper={hasStepper}>
      <PriceChangeNote line={line} />
      {hasStepper && (
        <div className="mt-2 flex">
          <QuantityStepper line={line} limit={quantityLimit(line, product, quoted)} />
        </div>
      )}
      <LineChoices line={line} product={product} issues={issues} left={quoted?.left} />
      {(issues.removal ?? issues.refused) && (
        <button
          type="button"
          data-line-issue=""
          aria-label={fill(t('Remove {name}'), { name: line.name })}
          onClick={() => removeFromCart(line.id)}
          className="min-h-target text-sm text-muted underline underline-offset-4 hover:text-ink"
        >
          {t('Remove')}
        </button>
      )}
    </SummaryLine>
  )
}

interface SummaryLineProps {
  line: CartLine
  /** The buttons below show the quantity. */
  hasStepper?: boolean
  children?: ReactNode
}

function SummaryLine({ line, hasStepper = false, children }: SummaryLineProps) {
  const choice = choiceText(line)
  return (
    <li className="flex flex-wrap items-start gap-4 py-4">
      <ProductImage src={line.image} className="h-20 w-16" />
      <div className="min-w-0 grow basis-16">
        <p className="break-words">{line.name}</p>
        {choice && <p className="text-sm text-muted">{choice}</p>}
        {!hasStepper && (
          <p className="text-sm text-muted">
            {t('Quantity')}: {line.quantity}
          </p>
        )}
        {children}
      </div>
      <p className="tabular-nums">{formatPrice(lineTotal(line))}</p>
    </li>
  )
}

const listClasses = 'divide-y divide-line border-y border-line'

function Amount({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular-nums">{text}</dd>
    </div>
  )
}
