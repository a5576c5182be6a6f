import { type RefObject, useEffect, useState } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import { fetchAddresses, removeAddress } from '../../lib/api-client/delivery.ts'
import { isUnauthorized } from '../../lib/api-client/errors.ts'
import { checkoutMessages } from '../../lib/checkout/messages.ts'
import { isSameAddress, readDeviceAddresses, removeFromDevice } from '../../lib/checkout/remember-address.ts'
import { addressOf } from '../../lib/checkout/shipping-address.ts'
import type { SavedAddress } from '@tanabana/contract/delivery.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { addErrorToast } from '../../lib/platform/toasts.ts'
import { fillField } from './fill-field.ts'

interface Props {
  client: StoreClient
  isAtApi: boolean
  form: RefObject<HTMLFormElement | null>
}

type Choice = ShippingAddress & Partial<Pick<SavedAddress, 'id'>>

/** The addresses of the account and of this device; choosing one fills the form. */
export default function AddressChoices({ client, isAtApi, form }: Props) {
  const [onDevice, setOnDevice] = useState(readDeviceAddresses)
  const [atApi, setAtApi] = useState<SavedAddress[]>([])

  useEffect(() => {
    if (!isAtApi) return
    fetchAddresses(client).then(setAtApi, () => undefined)
  }, [client, isAtApi])

  const others = onDevice.filter((address) => !atApi.some((other) => isSameAddress(address, other)))
  const choices: Choice[] = [...atApi, ...others]
  if (choices.length === 0) return null

  function choose(address: ShippingAddress): void {
    for (const [name, text] of Object.entries(addressOf((field) => address[field])))
      fillField(form.current, name, text)
  }

  async function remove({ id, ...address }: Choice, button: HTMLElement): Promise<void> {
    try {
      if (id !== undefined) await removeAddress(client, id)
    } catch (error) {
      if (!isUnauthorized(error)) addErrorToast(checkoutMessages.addressNotRemoved)
      return
    }
    if (document.activeElement === button) form.current?.querySelector<HTMLElement>('#shipping')?.focus()
    removeFromDevice(addressOf((field) => address[field]))
    setOnDevice(readDeviceAddresses())
    setAtApi((before) => before.filter((other) => other.id !== id))
  }

  return (
    <div role="group" aria-label={t('Saved addresses')} className="mb-3">
      <p className="mb-2 text-sm font-medium">{t('Saved addresses')}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {choices.map((choice) => (
          <li key={choice.id ?? JSON.stringify(choice)} className="rounded border border-muted p-3 text-sm">
            <p className="break-words">
              <strong>{choice.fullName}</strong>
              <br />
              {[choice.address, choice.city, choice.state, choice.postalCode].filter(Boolean).join(', ')}
            </p>
            <div className="mt-1 flex flex-wrap gap-x-4">
              <button type="button" onClick={() => choose(choice)} className={choiceButtonClasses}>
                {t('Deliver here')}
              </button>
              <button
                type="button"
                aria-label={fill(t('Remove {name}'), { name: `${choice.fullName}, ${choice.address}` })}
                onClick={({ currentTarget }) => void remove(choice, currentTarget)}
                className={`${choiceButtonClasses} text-muted`}
              >
                {t('Remove')}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

const choiceButtonClasses = 'min-h-target underline underline-offset-4 hover:text-ink'
