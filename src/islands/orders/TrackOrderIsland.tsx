import { type SubmitEvent, useEffect, useRef, useState } from 'react'

import { browserClient } from '../../lib/auth/browser-client.ts'
import { withResponseTimeout } from '../../lib/api-client/response-timeout.ts'
import { trackOrder } from '../../lib/api-client/orders.ts'
import type { ReceivedOrder } from '@tanabana/contract/order.ts'
import type { Capability, ReturnFees } from '@tanabana/contract/store-info.ts'
import { t } from '../../lib/i18n/translate.ts'
import { trackingMessages } from '../../lib/orders/messages.ts'
import { type Order, toOrder } from '../../lib/orders/order.ts'
import { addErrorToast, addFormErrorToast, dismissErrorToasts } from '../../lib/platform/toasts.ts'
import { panelClasses } from '../../styles/classes.ts'
import { Field } from '../ui/Field.tsx'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { formText, useFormErrors, useSubmit } from '../ui/use-form.ts'
import { loadOrderDetails, type OrderDetails } from './load-order-details.ts'
import type { TrackedOrder } from './TrackedOrder.tsx'
import { useOwnEmail } from './use-own-email.ts'

const client = browserClient()

const loadView = () => import('./TrackedOrder.tsx')

interface Props {
  orderId: string | undefined
  capabilities?: Capability[] | undefined
  /** Working days within which the shop sends refunds, by its policy. */
  refundDays?: number | undefined
  returnFees?: ReturnFees | undefined
}

interface Found {
  order: Order
  View: typeof TrackedOrder
  details: OrderDetails | undefined
  contactInfo: string
}

/** The tracking page; `orderId` comes from its query. docs/requirements.md#215-order-tracking */
export function TrackOrderIsland({ orderId, capabilities = [], refundDays, returnFees }: Props) {
  const [found, setFound] = useState<Found>()
  const result = useRef<HTMLElement>(null)
  const sought = useRef<ReturnType<typeof read>>(undefined)
  const { contact, hint } = useOwnEmail(client, () => {
    sought.current = undefined
    setFound(undefined)
  })
  const { errors, check, recheck } = useFormErrors(missingFields)
  const { isPending, submit } = useSubmit(() => {
    addErrorToast(trackingMessages.failed)
    return undefined
  })

  useEffect(() => {
    if (found) result.current?.focus()
  }, [found])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    if (isPending) return
    dismissErrorToasts()
    if (!check(form)) return addFormErrorToast(trackingMessages.required)
    void submit(async () => {
      const { orderId, contactInfo } = (sought.current = read(form))
      setFound(undefined)
      // Preload the view while the order loads.
      loadView().catch(() => undefined)
      void loadOrderDetails(capabilities)
      const show = async (received: ReceivedOrder) => {
        const loaded = await Promise.all([loadView(), loadOrderDetails(capabilities)]).catch(() => undefined)
        // The page says that its script is lost; the order was found.
        if (!loaded) return
        const [{ TrackedOrder: View }, details] = loaded
        const isStillSought =
          sought.current?.orderId === orderId && sought.current.contactInfo === contactInfo
        if (isStillSought)
          setFound({ order: toOrder(received, client.publicBase, capabilities), View, details, contactInfo })
      }
      const showLate = (received: ReceivedOrder) => {
        // The failure was already shown.
        show(received).catch(() => undefined)
      }
      await show(await withResponseTimeout(trackOrder(client, orderId, contactInfo), showLate))
    })
  }

  return (
    <div className="grid gap-8 lg:grid-cols-3 lg:items-start lg:gap-12">
      <Form onSubmit={handleSubmit} onInput={recheck} className={`${panelClasses} grid gap-5`}>
        <Field
          label={t('Order Number')}
          name="orderId"
          defaultValue={orderId}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          isInvalid={'orderId' in errors}
        />
        <Field
          ref={contact}
          label={t('Email or Phone')}
          name="contactInfo"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          hint={hint}
          isInvalid={'contactInfo' in errors}
        />
        <SubmitButton isPending={isPending} pendingText={t('Tracking...')}>
          {t('Track Order')}
        </SubmitButton>
      </Form>
      {found && (
        <found.View
          key={found.order.id}
          order={found.order}
          ref={result}
          details={found.details}
          actions={{
            client,
            capabilities,
            refundDays,
            returnFees,
            contactInfo: found.contactInfo,
            onChanged: (received) => {
              const order = toOrder(received, client.publicBase, capabilities)
              // Another order may have been found since, or the session may have ended.
              setFound((shown) => (shown?.order.id === found.order.id ? { ...shown, order } : shown))
            },
          }}
        />
      )}
    </div>
  )
}

/** Returns the empty fields as errors; a toast has the message. docs/requirements.md#55-tracking-form */
function missingFields(form: HTMLFormElement) {
  const entries = Object.entries(read(form)).filter(([, value]) => value === '')
  return Object.fromEntries(entries)
}

function read(form: HTMLFormElement): { orderId: string; contactInfo: string } {
  const data = new FormData(form)
  return {
    orderId: formText(data, 'orderId').trim(),
    contactInfo: formText(data, 'contactInfo').trim(),
  }
}
