import { lazy, type RefObject, Suspense } from 'react'

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

const AddressChoices = lazy(() => import('./AddressChoices.tsx'))

/** The saved addresses to choose from, and the choices to save this one. docs/requirements.md#1122-addresses */
export function SavedAddresses({ client, isAtApi, form }: Props) {
  return (
    <div className="col-span-full grid gap-1">
      {(isAtApi || readStored(ADDRESSES_KEY) !== null) && (
        <Suspense fallback={null}>
          <AddressChoices client={client} isAtApi={isAtApi} form={form} />
        </Suspense>
      )}
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
