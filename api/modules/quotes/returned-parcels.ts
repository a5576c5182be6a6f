import { and, eq, sql } from 'drizzle-orm'

import { readPinCode } from '@tanabana/contract/pin-code.ts'
import type { Transaction } from '../../db/index.ts'
import type { OrderLimits } from '../../db/json-columns.ts'
import { orders } from '../../db/schema.ts'

/** Whether as many parcels to the phone or the PIN code of an order came back to the shop as its limits allow. */
export async function hasReturnedParcels(
  tx: Transaction,
  {
    tenantId,
    contactPhone,
    postalCode,
  }: { tenantId: string; contactPhone: string; postalCode?: string | undefined },
  {
    returnedParcels = 0,
    returnedParcelsPinCode = 0,
  }: Pick<OrderLimits, 'returnedParcels' | 'returnedParcelsPinCode'>,
): Promise<boolean> {
  const pinCode = readPinCode(postalCode ?? '')
  const ofPhone = returnedParcels > 0 && contactPhone !== ''
  const ofPinCode = returnedParcelsPinCode > 0 && pinCode !== undefined
  if (!ofPhone && !ofPinCode) return false
  const returned = await tx
    .select({
      phone: orders.contactPhone,
      postalCode: sql<string>`${orders.shippingAddress} ->> 'postalCode'`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, tenantId),
        sql`${orders.parcel} = 'returned to sender'`,
        // People write a PIN code in many ways, which `readPinCode` knows.
        ofPinCode ? undefined : eq(orders.contactPhone, contactPhone),
      ),
    )
  const toPhone = returned.filter(({ phone }) => phone === contactPhone).length
  const toPinCode = returned.filter((one) => readPinCode(one.postalCode) === pinCode).length
  return (ofPhone && toPhone >= returnedParcels) || (ofPinCode && toPinCode >= returnedParcelsPinCode)
}
