import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { withTenant } from '../../../api/db/index.ts'
import { payments } from '../../../api/db/schema.ts'
import { createGateways } from '../../../api/payments/providers/gateways.ts'
import type { PaymentAccount } from '../../../api/payments/providers/provider.ts'
import { putPaymentAccounts } from '../../../api/tenants/write.ts'
import { startGatewayStub } from './gateway-stub.ts'
import { openStore, serve } from './store.ts'

export const ACCOUNTS = {
  payu: { provider: 'payu', mode: 'test', id: 'JPM7Fg' },
  razorpay: { provider: 'razorpay', mode: 'test', id: 'rzp_test_1DP5mmOlF5G5ag' },
  cashfree: { provider: 'cashfree', mode: 'test', id: 'TEST430329ae80e0f32e' },
  phonepe: { provider: 'phonepe', mode: 'test', id: 'SILKUAT_2611', version: '1' },
} as const satisfies Record<string, PaymentAccount>

export const SECRETS = {
  payu: { salt: 'salt of PayU' },
  razorpay: { keySecret: 'key of Razorpay', webhookSecret: 'webhook of Razorpay' },
  cashfree: { clientSecret: 'client of Cashfree' },
  phonepe: { clientSecret: 'client of PhonePe', webhookLogin: 'silk:loom-7-zari' },
}

/** Two shops with accounts at gateways that are stubs on this machine, and their secrets in a file. */
export async function openPaymentShops() {
  const folder = mkdtempSync(join(tmpdir(), 'tanabana-payments-'))
  const secretsFile = join(folder, 'secrets.json')
  const keep = (secrets: object) => writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
  keep({ asha: SECRETS, bela: SECRETS })
  const opened = await openStore()
  const stub = await startGatewayStub()
  const gateways = createGateways({ secretsFile, call: stub.call })
  const store = serve(opened.db, {}, gateways)

  return {
    ...store,
    stub,
    gateways,
    secretsFile,
    secrets: () => JSON.parse(readFileSync(secretsFile, 'utf8')),
    keepSecrets: keep,
    use: (...accounts: PaymentAccount[]) => putPaymentAccounts(opened.db, 'asha', accounts),
    /** The payment as it is stored. */
    async payment(id: string) {
      const rows = await withTenant(opened.db, 'asha', (tx) => tx.select().from(payments))
      return rows.find((row) => row.id === id)
    },
    async close() {
      await stub.close()
      await opened.close()
      rmSync(folder, { recursive: true })
    },
  }
}
