import type { ShippingAddress } from '../../lib/contract/requests.ts'
import { t } from '../../lib/i18n/translate.ts'
import { inputClasses, panelClasses } from '../../styles/classes.ts'
import { Field, FieldFrame } from '../ui/Field.tsx'
import type { FormErrors } from '../ui/use-form.ts'

interface Props {
  draft: ShippingAddress
  errors: FormErrors
}

/**
 * The shipping form, with autofill. It has no native `required`, which would suppress the toast.
 * docs/requirements.md#211-checkout-page docs/requirements.md#1016-no-native-required
 */
export function ShippingFields({ draft, errors }: Props) {
  return (
    <section
      aria-labelledby="shipping"
      className={`${panelClasses} grid min-w-0 gap-x-4 gap-y-5 sm:grid-cols-2 lg:col-span-2`}
    >
      <h2 id="shipping" className="col-span-full text-2xl">
        {t('Shipping Information')}
      </h2>
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
      <Field
        label={t('City')}
        name="city"
        autoComplete="address-level2"
        enterKeyHint="next"
        aria-required="true"
        defaultValue={draft.city}
        error={errors.city}
      />
      <Field
        label={t('State')}
        name="state"
        autoComplete="address-level1"
        enterKeyHint="next"
        aria-required="true"
        defaultValue={draft.state}
        error={errors.state}
      />
      <Field
        label={t('PIN Code')}
        name="postalCode"
        autoComplete="postal-code"
        inputMode="numeric"
        enterKeyHint="next"
        aria-required="true"
        defaultValue={draft.postalCode}
        error={errors.postalCode}
      />
      <Field
        label={t('Phone')}
        name="phone"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        enterKeyHint="done"
        aria-required="true"
        defaultValue={draft.phone}
        error={errors.phone}
      />
    </section>
  )
}
