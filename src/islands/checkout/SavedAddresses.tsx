import { type ComponentType, lazy, Suspense } from 'react'

import { t } from '../../lib/i18n/translate.ts'
import { ADDRESSES_KEY, readStored } from '../../lib/platform/storage.ts'
import type { SavedAddressesProps } from './saved-addresses-props.ts'

/** When their script fails to load, the form works without them. */
const AddressChoices = lazy<ComponentType<SavedAddressesProps>>(() =>
  import('./AddressChoices.tsx').catch(() => ({ default: () => null })),
)

/** The saved addresses to choose from; nothing without any. docs/requirements.md#1122-addresses */
export function SavedAddresses(props: SavedAddressesProps) {
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
