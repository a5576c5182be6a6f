import type { Pincode } from '@tanabana/contract/delivery.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { deliveryMessages } from '../../lib/quote/messages.ts'
import { methodMessages, noCashMessages } from '../../lib/quote/method-messages.ts'

export { fetchPincode } from '../../lib/api-client/delivery.ts'
export { readPinCode } from '@tanabana/contract/pin-code.ts'

const pincodeMessages = {
  deliveryDay: 'Delivery to {code} within a day.',
  deliveryDays: 'Delivery to {code} within {days} days.',
}

/** Returns what the store says about delivery to a PIN code, in the shopper's language; empty when it says nothing. */
export function describePincode(
  code: string,
  { serviceable, deliveryDays: days, cashOnDelivery }: Pincode,
): string {
  if (serviceable === false) return fill(t(deliveryMessages.notServed), { code })
  const { deliveryDay, deliveryDays } = pincodeMessages
  const delivery = days === undefined ? '' : fill(t(days > 1 ? deliveryDays : deliveryDay), { code, days })
  const cash = cashOnDelivery ? methodMessages.cash : noCashMessages['pin-code']
  return [delivery, cashOnDelivery === undefined ? '' : t(cash)].filter(Boolean).join(' ')
}
