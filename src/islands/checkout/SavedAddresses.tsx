import { lazy, type RefObject, Suspense } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import { REMEMBER_AT_API, REMEMBER_ON_DEVICE } from '../../lib/checkout/saved-addresses.ts'
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
      <RememberChoice name={REMEMBER_ON_DEVICE} label={t('Remember this address on this device')} />
      {isAtApi && <RememberChoice name={REMEMBER_AT_API} label={t('Save this address in my account')} />}
    </div>
  )
}

function RememberChoice({ name, label }: { name: string; label: string }) {
  return (
    <label className="flex min-h-target items-center gap-3 text-sm">
      <input type="checkbox" name={name} className="h-5 w-5" />
      {label}
    </label>
  )
}
