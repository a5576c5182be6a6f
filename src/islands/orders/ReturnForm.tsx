import { useState, type SubmitEvent } from 'react'

import { isUnauthorized, refusalOf } from '../../lib/api-client/errors.ts'
import { requestReturn } from '../../lib/api-client/orders.ts'
import { choiceText } from '../../lib/catalogue/product-text.ts'
import { formatDate } from '../../lib/i18n/date-text.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { returnMessages, wayBackMessages } from '../../lib/orders/return-messages.ts'
import { inputClasses, panelClasses } from '../../styles/classes.ts'
import { FieldFrame } from '../ui/Field.tsx'
import { SubmitButton } from '../ui/Form.tsx'
import { Alert } from '../ui/Loading.tsx'
import { formText, useSubmit } from '../ui/use-form.ts'
import type { OrderActionsProps } from './order-actions-props.ts'

const REASON_MAX = 500

/** The request to return items of a delivered order. docs/requirements.md#1125-returns */
export function ReturnForm({ order, client, contactInfo, returnFees, onChanged }: OrderActionsProps) {
  const [problem, setProblem] = useState<string>()
  const { isPending, message, submit } = useSubmit((error) =>
    isUnauthorized(error) ? undefined : (refusalOf(error) ?? returnMessages.failed),
  )
  const until = formatDate(order.returnableUntil)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const items = order.items.flatMap(({ id }) => {
      const quantity = Number(formText(data, id))
      return quantity > 0 ? [{ id, quantity }] : []
    })
    const reason = formText(data, 'reason').trim()
    const found =
      items.length === 0
        ? returnMessages.nothingChosen
        : reason === ''
          ? returnMessages.reasonMissing
          : undefined
    setProblem(found)
    if (found !== undefined) return
    const request = { items, reason, ...(contactInfo !== undefined && { contactInfo }) }
    void submit(async () => onChanged(await requestReturn(client, order.id, request)))
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      onInput={() => setProblem(undefined)}
      aria-label={t('Return items')}
      className={`${panelClasses} grid gap-4`}
    >
      {until && (
        <p className="text-sm text-muted">{fill(t('You can return items until {date}.'), { date: until })}</p>
      )}
      {order.items
        .filter(({ returnable = 0 }) => returnable > 0)
        .map((item) => {
          const choice = choiceText(item)
          const label = `${item.name ?? t('Item')}${choice && ` · ${choice}`}`
          return (
            <FieldFrame key={item.id} label={label}>
              {(control) => (
                <select {...control} name={item.id} defaultValue="0" className={inputClasses}>
                  <option value="0">{t('Keep')}</option>
                  {Array.from({ length: item.returnable ?? 0 }, (_, index) => (
                    <option key={index} value={index + 1}>
                      {fill(t('Return {count}'), { count: index + 1 })}
                    </option>
                  ))}
                </select>
              )}
            </FieldFrame>
          )
        })}
      <FieldFrame label={t('Reason')}>
        {(control) => (
          <textarea {...control} name="reason" rows={3} maxLength={REASON_MAX} className={inputClasses} />
        )}
      </FieldFrame>
      {(problem ?? message) !== undefined && <Alert>{problem ?? message ?? ''}</Alert>}
      {returnFees && <p className="text-sm text-muted">{t(wayBackMessages[returnFees])}</p>}
      <SubmitButton isPending={isPending} pendingText={t('Sending...')}>
        {t('Ask for the return')}
      </SubmitButton>
    </form>
  )
}
