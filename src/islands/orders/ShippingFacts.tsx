import type { ReactNode } from 'react'

import type { Order } from '../../lib/orders/order.ts'
import { t } from '../../lib/i18n/translate.ts'

/** Address, method and tracking number of an order; missing details read 'Not available'. docs/requirements.md#36-order */
export function ShippingFacts({ shipping }: { shipping: Order['shipping'] }) {
  return (
    <dl className="grid gap-4 text-sm md:grid-cols-3">
      <Fact label={t('Shipping address')}>{shipping.address || t('Not available')}</Fact>
      <Fact label={t('Method')}>{t(shipping.method)}</Fact>
      <Fact label={t('Tracking number')}>{t(shipping.tracking)}</Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="mt-1 break-words">{children}</dd>
    </div>
  )
}
