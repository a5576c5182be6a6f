import { useState } from 'react'

import { storeTerms, type StoreTerms } from '../../lib/api-client/store-terms.ts'
import type { StoreClient } from '../../lib/api-client/client.ts'
import { isUnauthorized, refusalOf } from '../../lib/api-client/errors.ts'
import type { PaymentField, PaymentResponse } from '@tanabana/contract/payment.ts'
import type { PaymentRequest } from '@tanabana/contract/requests.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { payingMessages } from '../../lib/payment/messages.ts'
import type { PaymentAccess } from '../../lib/payment/payment-access.ts'
import { openAddress, postHiddenForm } from '../../lib/payment/payment-redirect.ts'
import { paymentStep, waitingStep } from '../../lib/payment/payment-step.ts'
import {
  forgetWaitingPayment,
  readWaitingPayment,
  saveWaitingPayment,
  type WaitingPayment,
} from '../../lib/payment/waiting-payment.ts'
import { isInAppBrowser } from '../../lib/platform/in-app-browser.ts'
import { sendIdempotent } from '../../lib/api-client/send-idempotent.ts'
import { carryToast } from '../../lib/platform/toasts.ts'
import { type SubmitOutcome, useSubmit } from '../ui/use-form.ts'

/** Returns the fields to send; `undefined` when the form is invalid and shows its errors. */
export type PreparePayment = () => Promise<PaymentRequest['fields'] | undefined>

/** The order to pay, with the payment terms of its store. */
export interface PaidOrder {
  client: StoreClient
  access: PaymentAccess
  orderId: string
  /** In rupees; `undefined` when it is unknown. */
  total: number | 'loading' | undefined
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities: Capability[] | undefined
  paymentHosts: string[] | undefined
}

/**
 * Sends the form and takes the step of the response. A payment that waits for the shopper outlives a reload.
 * docs/requirements.md#46-payment-flow
 */
export function usePay(
  { client, access, orderId, capabilities, paymentHosts }: PaidOrder,
  form: PaymentField[],
) {
  const [waiting, setWaiting] = useState(() => readWaitingPayment(orderId))
  const [refusal, setRefusal] = useState<string>()
  const { isPending, message, submit } = useSubmit((error) =>
    isUnauthorized(error) ? undefined : refusalOf(error) || payingMessages.processFailed,
  )

  function pay(prepare: PreparePayment): void {
    setRefusal(undefined)
    void submit(async () => {
      const fields = await prepare()
      if (!fields) return
      const terms = await storeTerms(client, capabilities && { capabilities, paymentHosts })
      const request = { orderId, fields }
      const send = (key?: string) => access.start(fields, key)
      const takeLateStep = (response: PaymentResponse) =>
        void submit(() => takeStep({ response, fields }, terms))
      const response = terms.capabilities.includes('idempotency-key')
        ? await sendIdempotent(`payment-of-${orderId}`, request, send, takeLateStep)
        : await send()
      return takeStep({ response, fields }, terms)
    })
  }

  async function takeStep(
    started: WaitingPayment,
    { paymentHosts: hosts }: StoreTerms,
  ): Promise<SubmitOutcome> {
    const apiOrigin = new URL(client.publicBase, location.href).origin
    const step = paymentStep(started.response, location, hosts && { hosts, apiOrigin })
    switch (step.kind) {
      case 'failed':
        setRefusal(step.values ? fill(t(step.message), step.values) : step.message)
        return undefined
      case 'post':
        await postHiddenForm(step.url, step.fields)
        return 'leaving'
      case 'page':
        openAddress(step.url)
        return 'leaving'
      case 'orders':
        carryToast(payingMessages.initiated)
        openAddress(access.pages.orders)
        return 'leaving'
      case 'app':
      case 'qr':
      case 'qr-picture':
        // Apps inside which the page shows freeze on it: there a press opens the link, beside the code.
        if (step.kind === 'app' && !isInAppBrowser()) openAddress(step.link)
        saveWaitingPayment(orderId, started, form)
        setWaiting(started)
        return undefined
    }
  }

  /** Sends the bank's reference for a payment that the shop confirms by hand; resolves with the message of a refusal. */
  async function giveReference(reference: string): Promise<string | undefined> {
    const fields = { ...waiting?.fields, reference }
    const { success, error } = await access.start(fields)
    return success ? undefined : (error ?? payingMessages.unknownError)
  }

  /** Ends the waiting, and shows the form again. */
  function stopWaiting(): void {
    forgetWaitingPayment()
    setWaiting(undefined)
  }

  return {
    waitingFor: waiting && waitingStep(waiting.response, location),
    failure: refusal ?? message,
    isPending,
    pay,
    giveReference,
    stopWaiting,
    /** Shows the form again, with the reason why the payment failed. */
    fail: (reason: string) => {
      setRefusal(reason)
      stopWaiting()
    },
  }
}
