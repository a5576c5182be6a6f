import { type ComponentType, lazy, type RefObject, Suspense } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import type { RememberPlace } from '../../lib/checkout/saved-addresses.ts'
import { t } from '../../lib/i18n/translate.ts'
import { ADDRESSES_KEY, readStored } from '../../lib/platform/storage.ts'

interface Props {
  client: StoreClient
  /** True when the store API saves addresses. */
  isAtApi: boolean
  form: RefObject<HTMLFormElement | null>
}

/** When their script fails to load, the form works without them. */
const AddressChoices = lazy<ComponentType<Props>>(() =>
  import('./AddressChoices.tsx').catch(() => ({ default: () => null })),
)

/** The saved addresses to choose from; nothing without any. docs/requirements.md#1122-addresses */
export function SavedAddresses({ client, isAtApi, form }: Props) {
  if (!isAtApi && readStored(ADDRESSES_KEY) === null) return null
  return (
    <div className="col-span-full">
      <Suspense fallback={null}>
        <AddressChoices client={client} isAtApi={isAtApi} form={form} />
      </Suspense>
    </div>
  )
}

/** The choices to save the typed address. */
export function RememberChoices({ isAtApi }: Pick<Props, 'isAtApi'>) {
  return (
    <div className="col-span-full">
      <RememberChoice place="device" label={t('Remember this address on this device')} />
      {isAtApi && <RememberChoice place="api" label={t('Save this address in my account')} />}
    </div>
  )
}

function RememberChoice({ place, label }: { place: RememberPlace; label: string }) {
  return (
    <label className="flex min-h-target items-center gap-3 text-sm">
      <input type="checkbox" data-remember={place} className="h-5 w-5" />
      {label}
    </label>
  )
}
