import { setTimeout } from 'node:timers/promises'

import type { Config } from '../api/config.ts'
import { openDatabase, type Database } from '../api/db/index.ts'
import { TENANT_MAX_AGE_MS } from '../api/modules/tenants/tenant-cache.ts'
import { createProviders } from '../api/payment-providers/provider-context.ts'
import { purgeOrRetry } from '../api/purge/space-purges.ts'
import type { CommandRequest } from './control.ts'
import type { Output } from './output.ts'
import { runCommand } from './run.ts'

/**
 * Runs a command in this process, which opens the database when the command needs it. Returns the exit code.
 * @throws {DataDirectoryInUseError} another process holds the data directory; nothing was done
 */
export async function runHere(
  { argv, cwd, user }: CommandRequest,
  config: Config,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  let opened: Database | undefined
  const database = async () => (opened ??= await openDatabase({ ...config, onStartWait: output.problem }))
  try {
    return await runCommand(argv, {
      database,
      dataDir: config.dataDir,
      cwd,
      user,
      output,
      paymentSecrets: config.paymentSecrets,
      providers: createProviders({ secretsFile: config.paymentSecretsFile }),
      purge: async (shop, edited) => {
        // Other processes hold the tenant cache: wait until it expires, or they render the old state.
        if (config.databaseUrl) await setTimeout(TENANT_MAX_AGE_MS)
        return purgeOrRetry(await database(), config, shop, edited)
      },
      signal,
    })
  } finally {
    await opened?.close()
  }
}
