import { useState } from 'react'

import { carryToast } from '../../lib/browser/carried-toasts.ts'
import { openAddress, postHiddenForm } from '../../lib/browser/leave-to-pay.ts'
import { sendOnce } from '../../lib/browser/send-once.ts'
import { paymentStep, type PaymentStep } from '../../lib/domain/payment-action.ts'
import { isUnauthorized } from '../../lib/errors.ts'
import { payingMessages } from '../../lib/messages/paying.ts'
import type { PaymentResponse } from '../../lib/schemas/payment-response.ts'
import type { PaymentRequest } from '../../lib/schemas/requests.ts'
import type { Capability } from '../../lib/schemas/store-info.ts'
import type { StoreClient } from '../../lib/store-api/client.ts'
import { startPayment } from '../../lib/store-api/start-payment.ts'
import { useSubmit, type SubmitOutcome } from '../ui/use-submit.ts'

/** Steps that leave the shopper here, to scan or to come back from an app. */
export type WaitingStep = Extract<PaymentStep, { kind: 'qr' | 'qr-picture' | 'app' }>

/** The fields to send, or `undefined` when the form is wrong and says so itself. */
export type PreparePayment = () => Promise<PaymentRequest['fields'] | undefined>

/** The order that is paid, and what its store says of payments. */
export interface PaidOrder {
  client: StoreClient
  orderId: string
  capabilities: Capability[]
  paymentHosts: string[] | undefined
}

/** §4 Payment flow: sends the form and takes the step that the answer asks for. */
export function usePay({ client, orderId, capabilities, paymentHosts }: PaidOrder) {
  const [waitingFor, setWaitingFor] = useState<WaitingStep>()
  const [refusal, setRefusal] = useState<string>()
  const { isPending, message, submit } = useSubmit((error) =>
    isUnauthorized(error) ? undefined : payingMessages.processFailed,
  )

  function pay(prepare: PreparePayment): void {
    setRefusal(undefined)
    void submit(async () => {
      const fields = await prepare()
      if (!fields) return
      const request = { orderId, fields }
      const response = capabilities.includes('idempotency-key')
        ? await sendOnce('payment', request, (key) => startPayment(client, request, key), takeLate)
        : await startPayment(client, request)
      const places = paymentHosts && {
        hosts: paymentHosts,
        apiOrigin: new URL(client.publicBase, location.href).origin,
      }
      return take(paymentStep(response, location, places))
    })
  }

  /** The answer came after its failure was said. */
  function takeLate(response: PaymentResponse): void {
    void submit(() => take(paymentStep(response, location)))
  }

  async function take(step: PaymentStep): Promise<SubmitOutcome> {
    switch (step.kind) {
      case 'failed':
        return setRefusal(step.message)
      case 'post':
        await postHiddenForm(step.url, step.fields)
        return 'leaving'
      case 'page':
        openAddress(step.url)
        return 'leaving'
      case 'orders':
        carryToast(payingMessages.initiated)
        openAddress('/orders')
        return 'leaving'
      case 'app':
        openAddress(step.link)
        return setWaitingFor(step)
      case 'qr':
      case 'qr-picture':
        return setWaitingFor(step)
    }
  }

  return {
    waitingFor,
    failure: refusal ?? message,
    isPending,
    pay,
    backToForm: () => setWaitingFor(undefined),
  }
}
