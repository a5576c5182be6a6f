import { withTenant, type Transaction } from '../db/index.ts'
import type { AppContext } from '../http/context.ts'

/** Runs `work` in one transaction of the shop of the call. */
export function inShop<T>(c: AppContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withTenant(c.get('services').db, c.get('tenant').id, work)
}

/** The parameter `id` of the path. */
export function idOf(c: AppContext): string {
  return c.req.param('id') ?? ''
}
