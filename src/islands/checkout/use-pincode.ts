import { type RefObject, useRef, useState } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import { toPincode } from '../../lib/checkout/address-warnings.ts'
import { checkoutMessages } from '../../lib/checkout/messages.ts'
import type { Pincode } from '../../lib/contract/delivery.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { fillField } from './fill-field.ts'

/** Loaded on the first PIN code. */
const loadDelivery = () => import('../../lib/api-client/delivery.ts')

/**
 * Looks up PIN codes at the store API and fills empty fields for city and state. Returns what the store says about the
 * last one, and the function to call with each typed text. A failed look-up says nothing.
 * docs/requirements.md#1121-pincodes
 */
export function usePincode(
  client: StoreClient,
  section: RefObject<HTMLElement | null>,
): { text: string | undefined; lookUp: (typed: string) => void } {
  const [text, setText] = useState<string>()
  const last = useRef<string>(undefined)

  async function read(code: string): Promise<void> {
    const { fetchPincode } = await loadDelivery()
    const found = await fetchPincode(client, code)
    if (last.current !== code) return
    setText(found && describe(code, found))
    const { city, state } = found ?? {}
    if (city) fillField(section.current, 'city', city, 'empty')
    if (state) fillField(section.current, 'state', state, 'empty')
  }

  function lookUp(typed: string): void {
    const code = toPincode(typed)
    if (code === last.current) return
    last.current = code
    setText(undefined)
    if (code) read(code).catch(() => undefined)
  }

  return { text, lookUp }
}

function describe(code: string, { serviceable, deliveryDays: days, cashOnDelivery }: Pincode): string {
  if (serviceable === false) return fill(t(checkoutMessages.notServiceable), { code })
  const { deliveryDay, deliveryDays, noCashOnDelivery } = checkoutMessages
  const delivery = days === undefined ? '' : fill(t(days > 1 ? deliveryDays : deliveryDay), { code, days })
  const cash = cashOnDelivery ? checkoutMessages.cashOnDelivery : noCashOnDelivery
  return [delivery, cashOnDelivery === undefined ? '' : t(cash)].filter(Boolean).join(' ')
}
