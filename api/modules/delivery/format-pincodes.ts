import type { Pincode } from './pincodes.ts'

/** A shop's PIN codes as the table that `readPincodes` reads, its header first. */
export function formatPincodes(pincodes: readonly Pincode[]): string[][] {
  return [
    ['code', 'city', 'state', 'serviceable', 'days', 'cod'],
    ...pincodes.map(({ code, city, state, serviceable, deliveryDays, cashOnDelivery }) => [
      ...[code, city, state, yesOrNo(serviceable)],
      ...[deliveryDays === null ? '' : String(deliveryDays), yesOrNo(cashOnDelivery)],
    ]),
  ]
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
