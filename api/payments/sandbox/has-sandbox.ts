import { isLocalHost } from '../../local-host.ts'
import type { Tenant } from '../../tenants/tenant.ts'

/**
 * Whether a shop uses the sandbox, where any caller can mark an order as paid: PAYMENT_SANDBOX is on and all its
 * hosts are names of this machine. Ignores the request's Host header, which the caller chooses.
 */
export function hasSandbox(
  { hosts = [] }: Partial<Pick<Tenant, 'hosts'>>,
  { sandbox }: { sandbox: boolean },
): boolean {
  return sandbox && hosts.length > 0 && hosts.every(isLocalHost)
}
