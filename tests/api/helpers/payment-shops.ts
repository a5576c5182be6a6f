import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { withTenant } from '../../../api/db/index.ts'
import { payments } from '../../../api/db/schema.ts'
import { createProviders } from '../../../api/payment-providers/provider-context.ts'
import type { PaymentAccount } from '../../../api/db/json-columns.ts'
import { putPaymentAccounts } from '../../../api/modules/tenants/write.ts'
import { startProviderStub } from './provider-stub.ts'
import { ACCOUNTS, SECRETS } from './payment-accounts.ts'
import { openStore, serve } from './store.ts'

export { ACCOUNTS, SECRETS }

/** Two shops with accounts at stubbed providers on this machine, and their secrets in a file. */
export async function openPaymentShops(
  providersStub?: Pick<Awaited<ReturnType<typeof startProviderStub>>, 'call'>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'tanabana-payments-'))
  const secretsFile = join(folder, 'secrets.json')
  const writeSecrets = (secrets: object) =>
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
  writeSecrets({ asha: SECRETS, bela: SECRETS })
  const opened = await openStore()
  const own = await startProviderStub()
  const providers = createProviders({ secretsFile, call: (providersStub ?? own).call })
  const store = serve(opened.db, {}, providers)

  return {
    ...store,
    stub: own,
    providers,
    secretsFile,
    secrets: () => JSON.parse(readFileSync(secretsFile, 'utf8')),
    writeSecrets: writeSecrets,
    use: (...accounts: PaymentAccount[]) => putPaymentAccounts(opened.db, 'asha', accounts),
    /** The stored payment. */
    async payment(id: string) {
      const rows = await withTenant(opened.db, 'asha', (tx) => tx.select().from(payments))
      return rows.find((row) => row.id === id)
    },
    async close() {
      await own.close()
      await opened.close()
      rmSync(folder, { recursive: true })
    },
  }
}
