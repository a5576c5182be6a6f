import { useStore } from '@nanostores/react'

import type { CartLine } from '../../lib/cart/cart.ts'
import { NO_CHANGES, $priceChanges, priceId } from '../../lib/cart/current-products.ts'
import { lineMessages } from '../../lib/cart/messages.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { fill, t } from '../../lib/i18n/translate.ts'

/** Shows and announces that the line's price has changed while the page was open. */
export function PriceChangeNote({ line }: { line: CartLine }) {
  const change = useStore($priceChanges, { ssr: () => NO_CHANGES }).get(priceId(line))
  return (
    // Rendered empty first: some screen readers skip live regions inserted with their text.
    <div aria-live="polite">
      {change && (
        <p className="mt-1 text-sm font-medium">
          {fill(t(lineMessages.priceChanged), {
            from: formatPrice(change.from),
            to: formatPrice(change.to),
          })}
        </p>
      )}
    </div>
  )
}
