import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import type { Tenant } from '../tenant.ts'

/**
 * Whether a shop uses the sandbox, where any caller can mark an order as paid: PAYMENT_SANDBOX is on and every host
 * of the shop is a local name. The Host header is not used, because callers choose it.
 */
export function hasSandbox(
  { hosts = [] }: Partial<Pick<Tenant, 'hosts'>>,
  { sandbox }: { sandbox: boolean },
): boolean {
  return sandbox && hosts.length > 0 && hosts.every(isLocalHost)
}
