import type { Database } from '../../db/index.ts'
import type { Log } from '../../http/log.ts'
import { createProviders, missingSecrets, type Providers } from '../../payment-providers/provider-context.ts'
import { listPayingShops } from '../tenants/find.ts'

/**
 * Opens the configured providers. Logs an error for each shop with missing secrets, whose payments fail until the
 * file contains them.
 */
export async function openProviders(
  secretsFile: string | undefined,
  db: Database,
  log: Log,
): Promise<Providers> {
  const providers = createProviders({ secretsFile })
  for (const { id, paymentAccounts } of await listPayingShops(db)) {
    for (const account of paymentAccounts) {
      const missing = missingSecrets(account, await providers.secretsOf(id, account.provider))
      if (missing.length === 0) continue
      log({
        level: 'error',
        event: 'payments not possible',
        tenant: id,
        provider: account.provider,
        missing,
        help: 'Give them in the file that PAYMENT_PROVIDER_SECRETS_FILE names.',
      })
    }
  }
  return providers
}
