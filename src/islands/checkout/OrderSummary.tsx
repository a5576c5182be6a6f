import { useState, type ReactNode } from 'react'

import type { CartLine } from '../../lib/domain/cart.ts'
import { choiceText } from '../../lib/messages/choice-text.ts'
import { formatPrice } from '../../lib/domain/money.ts'
import { sumOfLines } from '../../lib/domain/paise.ts'
import { t } from '../../lib/messages/translate.ts'
import { panelClasses } from '../../styles/classes.ts'
import { ProductImage } from '../ui/ProductImage.tsx'

interface Props {
  lines: CartLine[]
  /** Rupees. */
  total: number
  /** What follows the total: the button that orders. */
  children: ReactNode
}

/** Lines, subtotal, shipping 'Free', total. §2 Checkout */
export function OrderSummary({ lines, total, children }: Props) {
  return (
    <section aria-labelledby="order-summary" className={`${panelClasses} grid min-w-0 gap-5`}>
      <h2 id="order-summary" className="text-2xl">
        {t('Order Summary')}
      </h2>
      <SummaryLines lines={lines} />
      <dl className="grid gap-2">
        <Amount label={t('Subtotal')} text={formatPrice(total)} />
        <Amount label={t('Shipping')} text={t('Free')} />
        <div className="mt-2 flex flex-wrap justify-between gap-x-4 border-t border-line pt-4 text-lg">
          <dt>{t('Total')}</dt>
          <dd className="font-semibold tabular-nums">{formatPrice(total)}</dd>
        </div>
      </dl>
      {children}
    </section>
  )
}

/** The total before a phone's form, which stands far below it; the lines too, for who opens it. */
export function BriefSummary({ lines, total }: Omit<Props, 'children'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className={`${panelClasses} lg:hidden`}>
      <summary className="flex min-h-target items-center justify-between">
        {t('Order Summary')} ▾<strong className="tabular-nums">{formatPrice(total)}</strong>
      </summary>
      {isOpen && <SummaryLines lines={lines} />}
    </details>
  )
}

function SummaryLines({ lines }: Pick<Props, 'lines'>) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <SummaryLine key={JSON.stringify([line.id, line.selectedColor, line.selectedSize])} line={line} />
      ))}
    </ul>
  )
}

function SummaryLine({ line }: { line: CartLine }) {
  const choice = choiceText(line)
  return (
    <li className="flex items-start gap-4 py-4">
      <ProductImage src={line.image} className="h-20 w-16" />
      <div className="min-w-0 flex-1">
        <p className="break-words">{line.name}</p>
        {choice && <p className="text-sm text-muted">{choice}</p>}
        <p className="text-sm text-muted">
          {t('Quantity')}: {line.quantity}
        </p>
      </div>
      <p className="tabular-nums">{formatPrice(sumOfLines([line]))}</p>
    </li>
  )
}

function Amount({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular-nums">{text}</dd>
    </div>
  )
}
