import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import { t } from '../../lib/i18n/translate.ts'
import { ADDRESSES_KEY, readStored } from '../../lib/platform/storage.ts'

interface Props {
  client: StoreClient
  /** True when the store API saves addresses. */
  isAtApi: boolean
  form: RefObject<HTMLFormElement | null>
  /** The address in the form. */
  address: ShippingAddress
  /** The form shows a summary of the address, without the choices. */
  isFolded: boolean
  /** Why the shop can't deliver there, in the shopper's language. */
  error: string | undefined
  /** Day of arrival and cash on delivery. */
  facts: ReactNode
  /** Called once, when a saved address is in the form. */
  onChosen: () => void
  /** Unfolds the form. */
  onChange: () => void
}

/** When their script fails to load, the form works without them. */
const AddressChoices = lazy<ComponentType<Props>>(() =>
  import('./AddressChoices.tsx').catch(() => ({ default: () => null })),
)

/** The saved addresses to choose from; nothing without any. docs/requirements.md#1122-addresses */
export function SavedAddresses(props: Props) {
  if (!props.isAtApi && readStored(ADDRESSES_KEY) === null) return null
  return (
    <div className="col-span-full">
      <Suspense fallback={null}>
        <AddressChoices {...props} />
      </Suspense>
    </div>
  )
}

/** The choice to save the address, at the store or on this device. Ticked: the next order then needs no typing. */
export function SaveChoice() {
  return (
    <label className="col-span-full flex min-h-target items-center gap-3 text-sm">
      <input type="checkbox" data-save-address="" defaultChecked className="h-5 w-5" />
      {t('Save this address')}
    </label>
  )
}
