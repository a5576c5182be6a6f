import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import type { AddressWarnings } from '../../lib/checkout/address-warnings.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import { t } from '../../lib/i18n/translate.ts'
import { inputClasses, panelClasses } from '../../styles/classes.ts'
import { Field, FieldFrame } from '../ui/Field.tsx'
import type { FormErrors } from '../ui/use-form.ts'
import { useFilledPlace } from './use-filled-place.ts'
import { usePincode } from './use-pincode.ts'

/** Loaded after the page: a warning comes when a field is left. */
const loadWarnings = () => import('../../lib/checkout/address-warnings.ts')

/** What the quote says of the PIN code in the form. */
interface QuotedPlace {
  code: string
  city: string | undefined
  state: string | undefined
}

interface Props {
  draft: ShippingAddress
  errors: FormErrors
  /** The saved addresses. */
  saved: ReactNode
  /** The choice to save this one. */
  remember: ReactNode
  /** The saved address stands for the fields. */
  isFolded: boolean
  /** The PIN code is the first field, for stores that know PIN codes. */
  isPinCodeFirst: boolean
  /** The PIN code is looked up, for stores that know PIN codes and have no quotes. */
  looksUpPinCode: boolean
  place: QuotedPlace | undefined
  /** Day of arrival and cash on delivery by the quote. */
  facts: ReactNode
  onPhoneLeft: (phone: string) => void
  client: StoreClient
}

/**
 * The shipping form, with autofill. It has no native `required`, which would suppress the toast.
 * docs/requirements.md#211-checkout-page docs/requirements.md#1016-no-native-required
 */
export function ShippingFields(props: Props) {
  const { draft, errors, saved, remember, isFolded, isPinCodeFirst, looksUpPinCode, place } = props
  const section = useRef<HTMLElement>(null)
  const [warnings, setWarnings] = useState<AddressWarnings>({})
  const fillPlace = useFilledPlace(section)
  const pincode = usePincode(props.client, fillPlace)

  // A saved draft has a PIN code and a phone before anything is typed.
  const readDraft = useEffectEvent(() => {
    lookUp(draft.postalCode)
    void showWarnings(draft, true)
  })
  useEffect(() => readDraft(), [])

  const fillQuoted = useEffectEvent(() => {
    if (place) fillPlace(place)
  })
  useEffect(() => fillQuoted(), [place?.code, place?.city, place?.state])

  function lookUp(typed: string): void {
    if (looksUpPinCode) pincode.lookUp(typed)
  }

  /** A warning disappears while it is corrected and appears when the field is left. Without its script, none appears. */
  function warn({ target, type }: SyntheticEvent): void {
    if (!(target instanceof HTMLInputElement)) return
    const { name, value } = target
    if (name !== 'postalCode' && name !== 'phone') return
    void showWarnings({ [name]: value }, type === 'blur')
    if (name === 'postalCode') lookUp(value)
    else if (type === 'blur') props.onPhoneLeft(value)
  }

  async function showWarnings(typed: Partial<ShippingAddress>, isLeft: boolean): Promise<void> {
    const { addressWarnings } = await loadWarnings().catch(() => ({ addressWarnings: () => ({}) }))
    const found = Object.entries(addressWarnings(typed)).filter(([, text]) => isLeft || text === undefined)
    setWarnings((before) => ({ ...before, ...Object.fromEntries(found) }))
  }

  const pinCode = (
    <Field
      label={t('PIN Code')}
      name="postalCode"
      autoComplete="postal-code"
      onInput={warn}
      onBlur={warn}
      inputMode="numeric"
      enterKeyHint="next"
      aria-required="true"
      defaultValue={draft.postalCode}
      error={errors.postalCode}
      hint={
        <Note
          text={errors.postalCode ? undefined : warnings.postalCode && t(warnings.postalCode)}
          more={
            props.facts ||
            (pincode.said && (
              <span className={pincode.said.isRefusal ? 'text-danger' : undefined}>{pincode.said.text}</span>
            ))
          }
        />
      }
    />
  )

  return (
    <section
      ref={section}
      aria-labelledby="shipping"
      className={`${panelClasses} grid min-w-0 gap-x-4 gap-y-5 sm:grid-cols-2 lg:col-span-2`}
    >
      <h2 id="shipping" tabIndex={-1} className="col-span-full text-2xl focus:outline-none">
        {t('Shipping Information')}
      </h2>
      {saved}
      <div className={isFolded ? 'hidden' : 'contents'}>
        {isPinCodeFirst && <div className="col-span-full">{pinCode}</div>}
        <div className="col-span-full">
          <Field
            label={t('Full Name')}
            name="fullName"
            autoComplete="name"
            autoCapitalize="words"
            enterKeyHint="next"
            aria-required="true"
            defaultValue={draft.fullName}
            error={errors.fullName}
          />
        </div>
        <div className="col-span-full">
          <FieldFrame label={t('Address')} hint={t('House number, street and area')} error={errors.address}>
            {(control) => (
              <textarea
                {...control}
                name="address"
                rows={2}
                autoComplete="street-address"
                aria-required="true"
                defaultValue={draft.address}
                className={inputClasses}
              />
            )}
          </FieldFrame>
        </div>
        <div className="col-span-full md:col-span-1">
          <Field
            label={t('City')}
            name="city"
            autoComplete="address-level2"
            enterKeyHint="next"
            aria-required="true"
            defaultValue={draft.city}
            error={errors.city}
          />
        </div>
        <div className="col-span-full md:col-span-1">
          <Field
            label={t('State')}
            name="state"
            autoComplete="address-level1"
            list="indian-states"
            enterKeyHint="next"
            aria-required="true"
            defaultValue={draft.state}
            error={errors.state}
          />
        </div>
        {!isPinCodeFirst && pinCode}
        <div className={isPinCodeFirst ? 'col-span-full' : undefined}>
          <Field
            label={t('Phone')}
            name="phone"
            type="tel"
            autoComplete="tel"
            onInput={warn}
            onBlur={warn}
            inputMode="tel"
            enterKeyHint="done"
            aria-required="true"
            defaultValue={draft.phone}
            error={errors.phone}
            hint={<Note text={errors.phone ? undefined : warnings.phone && t(warnings.phone)} />}
          />
        </div>
        {remember}
      </div>
    </section>
  )
}

/** A polite announcement beside a field. Rendered empty first: some screen readers skip regions inserted with text. */
function Note({ text, more }: { text: string | undefined; more?: ReactNode }) {
  return (
    <span role="status">
      {text} {more}
    </span>
  )
}
