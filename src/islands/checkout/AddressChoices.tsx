import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'

import { fetchAddresses, removeAddress } from '../../lib/api-client/delivery.ts'
import { isUnauthorized } from '../../lib/api-client/errors.ts'
import { checkoutMessages } from '../../lib/checkout/messages.ts'
import { isSameAddress, readDeviceAddresses, removeFromDevice } from '../../lib/checkout/remember-address.ts'
import { addressOf } from '../../lib/checkout/shipping-address.ts'
import type { SavedAddress } from '@tanabana/contract/delivery.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { addErrorToast } from '../../lib/platform/toasts.ts'
import { readVisitPinCode } from '../../lib/quote/pin-code.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { fillField } from './fill-field.ts'
import { FoldedAddress } from './FoldedAddress.tsx'
import type { SavedAddresses } from './SavedAddresses.tsx'

type Props = ComponentProps<typeof SavedAddresses>

type Choice = ShippingAddress & Partial<Pick<SavedAddress, 'id'>>

/**
 * The addresses of the account and of this device; choosing one fills the form. The newest is chosen from the start,
 * unless the shopper has begun to type; one with the PIN code of this visit comes first. Folded, they show the address.
 */
export default function AddressChoices(props: Props) {
  const { client, isAtApi, form, address, isFolded, onChosen } = props
  const [onDevice, setOnDevice] = useState(readDeviceAddresses)
  const [atApi, setAtApi] = useState<SavedAddress[]>([])

  const chooseFirst = useEffectEvent((saved: Choice[]) => {
    if (saved.some((one) => isSameAddress(one, address))) return onChosen()
    const isTyping = form.current?.contains(document.activeElement) ?? false
    const visited = readVisitPinCode()
    const first = saved.find(({ postalCode }) => readPinCode(postalCode) === visited) ?? saved[0]
    if (!first || isTyping || address.address.trim() !== '' || address.phone.trim() !== '') return
    choose(first)
    onChosen()
  })

  useEffect(() => {
    if (!isAtApi) return chooseFirst(readDeviceAddresses())
    fetchAddresses(client).then(
      (saved) => {
        setAtApi(saved)
        chooseFirst([...saved, ...readDeviceAddresses()])
      },
      () => chooseFirst(readDeviceAddresses()),
    )
  }, [client, isAtApi])

  const others = onDevice.filter((address) => !atApi.some((other) => isSameAddress(address, other)))
  const choices: Choice[] = [...atApi, ...others]
  if (isFolded) {
    const { error, facts, onChange } = props
    return <FoldedAddress address={address} error={error} facts={facts} onChange={onChange} />
  }
  if (choices.length === 0) return null
  const isNew = !choices.some((choice) => isSameAddress(choice, address))

  function choose(saved: ShippingAddress): void {
    for (const [name, text] of Object.entries(addressOf((field) => saved[field])))
      fillField(form.current, name, text)
  }

  /** Keeps name and phone, which are most often the same. */
  function clear(): void {
    for (const name of ['address', 'city', 'state', 'postalCode']) fillField(form.current, name, '')
  }

  async function remove({ id, ...saved }: Choice, button: HTMLElement): Promise<void> {
    try {
      if (id !== undefined) await removeAddress(client, id)
    } catch (error) {
      if (!isUnauthorized(error)) addErrorToast(checkoutMessages.addressNotRemoved)
      return
    }
    if (document.activeElement === button) form.current?.querySelector<HTMLElement>('#shipping')?.focus()
    removeFromDevice(addressOf((field) => saved[field]))
    setOnDevice(readDeviceAddresses())
    setAtApi((before) => before.filter((other) => other.id !== id))
  }

  return (
    <div role="group" aria-label={t('Saved addresses')} className="mb-3">
      <p className="mb-2 text-sm font-medium">{t('Saved addresses')}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {choices.map((choice) => (
          <li key={choice.id ?? JSON.stringify(choice)} className="rounded border border-muted p-3 text-sm">
            <label className="flex gap-3">
              <input
                type="radio"
                name="saved-address"
                checked={isSameAddress(choice, address)}
                onChange={() => choose(choice)}
                className="mt-0.5 h-5 w-5 shrink-0"
              />
              <span className="min-w-0 break-words">
                <span className="block font-medium">{t('Deliver here')}</span>
                <strong>{choice.fullName}</strong>
                <br />
                {[choice.address, choice.city, choice.state, choice.postalCode].filter(Boolean).join(', ')}
              </span>
            </label>
            <button
              type="button"
              aria-label={fill(t('Remove {name}'), { name: `${choice.fullName}, ${choice.address}` })}
              onClick={({ currentTarget }) => void remove(choice, currentTarget)}
              className="min-h-target text-muted underline underline-offset-4 hover:text-ink"
            >
              {t('Remove')}
            </button>
          </li>
        ))}
        <li className="rounded border border-muted p-3 text-sm">
          <label className="flex min-h-target items-center gap-3 font-medium">
            <input
              type="radio"
              name="saved-address"
              checked={isNew}
              onChange={clear}
              className="h-5 w-5 shrink-0"
            />
            {t('Another address')}
          </label>
        </li>
      </ul>
    </div>
  )
}
