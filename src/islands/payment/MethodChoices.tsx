import { useId, useRef } from 'react'

import type { PaymentField, PaymentKind, PaymentOption } from '@tanabana/contract/payment.ts'
import { t } from '../../lib/i18n/translate.ts'
import { paymentKindLabels } from '../../lib/payment/messages.ts'
import { isInAppBrowser, isMobile } from '../../lib/platform/in-app-browser.ts'
import { errorClasses, labelClasses } from '../../styles/classes.ts'
import type { FrameProps } from '../ui/Field.tsx'

/** Order on phones, which may have a payment app, and on computers. */
const MOBILE: PaymentKind[] = ['upi', 'qr', 'card', 'netbanking', 'wallet', 'cod', 'other']
const DESKTOP: PaymentKind[] = ['qr', 'card', 'netbanking', 'wallet', 'upi', 'cod', 'other']

const ICONS: Record<PaymentKind, string> = {
  upi: 'M7 2h10v20H7zM11 18h2',
  qr: 'M3 3h7v7H3zM14 3h7v7h-7zM3 14h7v7H3zM14 14h3v3h-3zM21 14v7h-7',
  card: 'M2 5h20v14H2zM2 10h20M6 15h4',
  netbanking: 'M3 9l9-6 9 6zM5 10v8M10 10v8M14 10v8M19 10v8M3 21h18',
  wallet: 'M3 6h18v14H3zM3 6l13-3v3M15 13h6',
  cod: 'M2 6h20v12H2zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM6 12h.01M18 12h.01',
  other: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 8v8M8 12h8',
}

interface Props extends FrameProps {
  field: PaymentField
  value: string
  onChange: (value: string) => void
}

/** Payment methods as a radio group, in the order that fits the device. docs/requirements.md#1118-payment-state */
export function MethodChoices({ field, value, label, hint, error, onChange }: Props) {
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div
      ref={group}
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy || undefined}
      aria-invalid={Boolean(error) || undefined}
      aria-required={field.rules.required || undefined}
      // A failing form focuses the group, which is no control.
      onFocus={({ target }) => target === group.current && group.current.querySelector('input')?.focus()}
      className="focus:outline-none"
    >
      <span id={`${id}-label`} className={labelClasses}>
        {label}
      </span>
      <div className="grid gap-2">
        {sorted(field.options).map(({ value: own, label: text, kind = 'other' }, index) => (
          <label
            key={index}
            className="has-[:checked]:ring-1 has-[:checked]:ring-accent flex min-h-14 cursor-pointer flex-wrap items-center gap-3 rounded-lg border border-muted bg-raised px-4 py-2 has-[:checked]:border-accent"
          >
            <input
              type="radio"
              name={field.name}
              value={own}
              checked={value === own}
              onChange={() => onChange(own)}
              aria-labelledby={`${id}-${index}`}
              aria-describedby={hintOf(kind) ? `${id}-${index}-hint` : undefined}
              className="size-5 shrink-0"
            />
            <span className="min-w-0 grow basis-24">
              <span id={`${id}-${index}`} className="block font-medium">
                {t(text)}
              </span>
              <KindHint id={`${id}-${index}-hint`} kind={kind} />
            </span>
            <svg
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinejoin="round"
              aria-hidden="true"
              className="size-6 shrink-0 text-muted [@media(max-width:20em)]:hidden"
            >
              <path d={ICONS[kind]} />
            </svg>
          </label>
        ))}
      </div>
      {error && (
        <span id={`${id}-error`} className={errorClasses}>
          {t(error)}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className="mt-1 block text-sm text-muted">
          {hint}
        </span>
      )}
    </div>
  )
}

function KindHint({ id, kind }: { id: string; kind: PaymentKind }) {
  const hint = hintOf(kind)
  return hint ? (
    <span id={id} className="block text-sm text-muted">
      {t(hint)}
    </span>
  ) : null
}

/** Inside another app, a payment app opens only by a later press. */
function hintOf(kind: PaymentKind): string | undefined {
  const hints: Partial<Record<PaymentKind, string>> = paymentKindLabels
  return kind === 'upi' && isInAppBrowser() ? undefined : hints[kind]
}

function sorted(options: PaymentOption[]): PaymentOption[] {
  const order = isMobile() ? MOBILE : DESKTOP
  const place = ({ kind = 'other' }: PaymentOption) => order.indexOf(kind)
  return options.toSorted((one, other) => place(one) - place(other))
}
