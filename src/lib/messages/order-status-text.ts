import type { OrderStatus } from '../domain/order-status.ts'
import { fill } from './fill.ts'
import { orderStatusMessages, orderStatusNames } from './order-status.ts'
import { t } from './translate.ts'

/** Returns the name of a status; an unknown one shows its number, as in 'Unknown (7)'. */
export function orderStatusText(status: OrderStatus): string {
  return status.code === 'unknown' && status.number !== undefined
    ? fill(t(orderStatusMessages.unknownNumber), { code: status.number })
    : t(orderStatusNames[status.code])
}
