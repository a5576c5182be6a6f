import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import type { AddressWarnings } from '../../lib/checkout/address-warnings.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import { t } from '../../lib/i18n/translate.ts'
import { inputClasses, panelClasses } from '../../styles/classes.ts'
import { Field, FieldFrame } from '../ui/Field.tsx'
import type { FormErrors } from '../ui/use-form.ts'
import { usePincode } from './use-pincode.ts'

/** Loaded after the page: a warning comes when a field is left. */
const loadWarnings = () => import('../../lib/checkout/address-warnings.ts')

interface Props {
  draft: ShippingAddress
  errors: FormErrors
  /** The saved addresses. */
  saved: ReactNode
  /** The choices to save this one. */
  remember: ReactNode
  /** True when the store API knows PIN codes. */
  hasPincodes: boolean
  client: StoreClient
}

/**
 * The shipping form, with autofill. It has no native `required`, which would suppress the toast.
 * docs/requirements.md#211-checkout-page docs/requirements.md#1016-no-native-required
 */
export function ShippingFields({ draft, errors, saved, remember, hasPincodes, client }: Props) {
  const section = useRef<HTMLElement>(null)
  const [warnings, setWarnings] = useState<AddressWarnings>({})
  const pincode = usePincode(client, section)

  // A saved draft has a PIN code and a phone before anything is typed.
  const readDraft = useEffectEvent(() => {
    lookUp(draft.postalCode)
    void showWarnings(draft, true)
  })
  useEffect(() => readDraft(), [])

  function lookUp(typed: string): void {
    if (hasPincodes) pincode.lookUp(typed)
  }

  /** A warning disappears while it is corrected and appears when the field is left. Without its script, none appears. */
  function warn({ target, type }: SyntheticEvent): void {
    if (!(target instanceof HTMLInputElement)) return
    const { name, value } = target
    if (name !== 'postalCode' && name !== 'phone') return
    void showWarnings({ [name]: value }, type === 'blur')
    if (name === 'postalCode') lookUp(value)
  }

  async function showWarnings(typed: Partial<ShippingAddress>, isLeft: boolean): Promise<void> {
    const { addressWarnings } = await loadWarnings().catch(() => ({ addressWarnings: () => ({}) }))
    const found = Object.entries(addressWarnings(typed)).filter(([, text]) => isLeft || text === undefined)
    setWarnings((before) => ({ ...before, ...Object.fromEntries(found) }))
  }

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
        hint={<Note text={warnings.postalCode && t(warnings.postalCode)} more={pincode.text} />}
      />
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
        hint={<Note text={warnings.phone && t(warnings.phone)} />}
      />
      {remember}
    </section>
  )
}

/** A polite announcement beside a field. Rendered empty first: some screen readers skip regions inserted with text. */
function Note({ text, more }: { text: string | undefined; more?: string | undefined }) {
  return <span role="status">{[text, more].filter(Boolean).join(' ')}</span>
}
