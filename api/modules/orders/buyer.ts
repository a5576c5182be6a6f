import type { Transaction } from '../../db/index.ts'
import type { User } from '../../http/context.ts'
import { findUser } from '../users/accounts.ts'
import type { OrderRow } from './read.ts'

/** Id of the customers of orders that belong to no account. No account has it. */
export const NO_ACCOUNT = ''

/** Whether the order is that of the account, or of no account for `NO_ACCOUNT`. */
export function isBuyer({ userId }: Pick<OrderRow, 'userId'>, id: string): boolean {
  return (userId ?? NO_ACCOUNT) === id
}

/** Who ordered: the account, else the customer for whom the merchant took the order down. */
export async function findBuyer(tx: Transaction, order: OrderRow): Promise<User | undefined> {
  if (order.userId !== null) return findUser(tx, order.tenantId, order.userId)
  const [firstName = '', ...rest] = order.shippingAddress.fullName.split(' ')
  const { contactEmail: email, createdAt } = order
  return { id: NO_ACCOUNT, email, firstName, lastName: rest.join(' '), createdAt }
}
