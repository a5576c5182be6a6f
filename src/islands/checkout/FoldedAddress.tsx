import type { ReactNode } from 'react'

import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import { t } from '../../lib/i18n/translate.ts'
import { errorClasses, linkClasses } from '../../styles/classes.ts'

interface Props {
  address: ShippingAddress
  /** Why the shop can't deliver there, in the shopper's language. */
  error: string | undefined
  /** Day of arrival and cash on delivery. */
  facts: ReactNode
  onChange: () => void
}

/** The chosen address instead of its fields. */
export function FoldedAddress({ address, error, facts, onChange }: Props) {
  const { fullName, address: street, city, state, postalCode, phone } = address
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4">
      <p className="min-w-0 break-words">
        <strong>{fullName}</strong>
        <br />
        {[street, city, state, postalCode].join(', ')}
        <br />
        {phone}
      </p>
      <button
        type="button"
        aria-label={t('Change address')}
        onClick={onChange}
        className={`${linkClasses} min-h-target text-sm`}
      >
        {t('Change')}
      </button>
      <div className="mt-1 w-full">{error ? <p className={errorClasses}>{error}</p> : facts}</div>
    </div>
  )
}
