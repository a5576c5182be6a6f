import { useEffect, useId, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode, SubmitEvent } from 'react'
import { flushSync } from 'react-dom'

import type { PaymentField } from '@tanabana/contract/payment.ts'
import { sentenceText, t } from '../../lib/i18n/translate.ts'
import type { Sentence } from '../../lib/i18n/translate.ts'
import { payingMessages } from '../../lib/payment/messages.ts'
import { savePaymentChoices, withPaymentChoices } from '../../lib/payment/payment-choices.ts'
import {
  compilePatterns,
  formErrors,
  initialValues,
  isIncomplete,
  requiredError,
  sentFields,
  visibleFields,
} from '../../lib/payment/payment-form.ts'
import { addFormErrorToast } from '../../lib/platform/toasts.ts'
import { panelClasses } from '../../styles/classes.ts'
import { focusInvalid } from '../ui/focus-field.ts'
import { SubmitButton } from '../ui/Form.tsx'
import { PaymentFormField } from './PaymentFormField.tsx'
import { PayingLine } from './PayingLine.tsx'
import type { PaidOrder, PreparePayment } from './use-pay.ts'

interface Props {
  orderId: string
  fields: PaymentField[]
  /** Details of the payment, above the fields. */
  facts: ReactNode
  total: PaidOrder['total']
  submitText: string
  isPending: boolean
  /** Called at each change of a field. */
  onUse: () => void
  onSubmit: (prepare: PreparePayment) => void
}

const NO_ERRORS: ReadonlyMap<string, Sentence> = new Map()

/** The form that the store describes. An empty required field shows its message after it has lost the focus. */
export function PaymentForm({
  orderId,
  fields,
  facts,
  total,
  submitText,
  isPending,
  onUse,
  onSubmit,
}: Props) {
  const [values, setValues] = useState(() => withPaymentChoices(orderId, fields, initialValues(fields)))
  const [errors, setErrors] = useState(NO_ERRORS)
  const { touched, markTouched } = useTouchedFields()
  const [matchers] = useState(() => compilePatterns(fields))
  const form = useRef<HTMLFormElement>(null)
  const titleId = useId()
  const lineId = useId()
  const hintId = useId()
  const visible = visibleFields(fields, values)
  const isWaiting = isIncomplete(visible, values)

  const prepare: PreparePayment = async () => {
    const found = formErrors(visible, values, await matchers)
    // Render at once, so that a screen reader finds the message when the focus arrives.
    flushSync(() => setErrors(found))
    if (found.size === 0) return sentFields(visible, values)
    addFormErrorToast(payingMessages.invalid)
    focusInvalid(form.current)
    return undefined
  }

  function change(field: PaymentField, value: string | boolean): void {
    onUse()
    const changed = new Map(values).set(field.name, value)
    setValues(changed)
    savePaymentChoices(orderId, fields, changed)
    // Remove the message of the old value.
    if (errors.has(field.name)) setErrors(new Map([...errors].filter(([name]) => name !== field.name)))
  }

  /** Handles Enter in an input: browsers submit nothing while the button is disabled. */
  function handleKeyDown({ key, target, nativeEvent }: KeyboardEvent): void {
    const isEnter = key === 'Enter' && !nativeEvent.isComposing && target instanceof HTMLInputElement
    if (isEnter && isWaiting) void prepare()
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!isWaiting) onSubmit(prepare)
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-labelledby={titleId}
      onSubmit={handleSubmit}
      className={`${panelClasses} grid grid-cols-2 gap-x-4 gap-y-5`}
    >
      <h2 id={titleId} className="col-span-2 text-2xl">
        {t('Complete Your Payment')}
      </h2>
      <div className="col-span-2">{facts}</div>
      {visible.map((field) => {
        const value = values.get(field.name) ?? ''
        const error =
          errors.get(field.name) ?? (touched.has(field.name) ? requiredError(field, value) : undefined)
        return (
          <div
            key={field.name}
            role="presentation"
            onBlur={(event) => markTouched(field.name, event)}
            onKeyDown={handleKeyDown}
            className={`min-w-0 ${field.inline ? '' : 'col-span-2'}`}
          >
            <PaymentFormField
              field={field}
              value={value}
              error={error && sentenceText(error)}
              onChange={(value) => change(field, value)}
            />
          </div>
        )
      })}
      <div className="col-span-2 grid gap-2">
        <PayingLine id={lineId} fields={visible} values={values} total={total} />
        <SubmitButton
          isPending={isPending}
          pendingText={t('Processing...')}
          disabled={isPending || isWaiting}
          aria-describedby={isWaiting ? hintId : lineId}
        >
          {submitText}
        </SubmitButton>
        {isWaiting && (
          <p id={hintId} className="text-center text-sm text-muted">
            {t('Fill in the fields marked * to continue.')}
          </p>
        )}
      </div>
    </form>
  )
}

/**
 * Returns the names of the fields that have lost the focus. During a press, adds them after it: a message that appears
 * earlier would move the pressed element.
 */
function useTouchedFields() {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const isPressed = useRef(false)
  const waiting = useRef<string[]>([])

  function add(...names: string[]): void {
    setTouched((known) => new Set([...known, ...names]))
  }

  useEffect(() => {
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
      // Run after the click event.
      setTimeout(() => add(...waiting.current.splice(0)))
    }
    const capture = { capture: true }
    window.addEventListener('pointerdown', press, capture)
    window.addEventListener('pointerup', release, capture)
    window.addEventListener('pointercancel', release, capture)
    return () => {
      window.removeEventListener('pointerdown', press, capture)
      window.removeEventListener('pointerup', release, capture)
      window.removeEventListener('pointercancel', release, capture)
    }
  }, [])

  function markTouched(name: string, { currentTarget, relatedTarget }: FocusEvent): void {
    // The focus moved within the field, or to another window.
    if (currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)) return
    if (isPressed.current) waiting.current.push(name)
    else add(name)
  }

  return { touched, markTouched }
}
