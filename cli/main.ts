import { userInfo } from 'node:os'
import { setTimeout } from 'node:timers/promises'

import { loadEnvFile, ConfigError } from '@tanabana/node/environment.ts'
import { readConfig } from '../api/config.ts'
import { openDatabase, type Database } from '../api/db/index.ts'
import { DataDirectoryInUseError } from '../api/db/lock.ts'
import { createProviders } from '../api/payment-providers/provider-context.ts'
import { purgeOrRetry } from '../api/purge/space-purges.ts'
import { TENANT_MAX_AGE_MS } from '../api/modules/tenants/tenant-cache.ts'
import { controlSocketPath, ForeignSocketError, forwardCommand } from './control.ts'
import { printFailure, terminalOutput } from './output.ts'
import { EXIT, runCommand } from './run.ts'

// Ignore a closed pipe, as with `head`, so that it does not end a command half-way.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

/** The variables that commands read; they run without the API's ports and mail server. */
const VARIABLE_NAMES = [
  'DATA_DIR',
  'DATABASE_URL',
  'DEFAULT_TENANT_HOST',
  'CACHE_PURGE_ORIGINS',
  'EDGE_PURGE_ORIGINS',
  'CACHE_PURGE_SECRET',
  'PAYMENT_PROVIDER_SECRETS_FILE',
  'PAYMENT_SECRET',
  'PAYMENT_SECRET_PREVIOUS',
]

const output = terminalOutput(process.stdout, process.stderr, { noColor: Boolean(process.env.NO_COLOR) })
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())

/** Runs the command line of this process and returns its exit code. */
export async function main(argv: string[]): Promise<number> {
  let opened: Database | undefined
  try {
    loadEnvFile()
    const config = readConfig(Object.fromEntries(VARIABLE_NAMES.map((name) => [name, process.env[name]])))
    const cwd = folderOfMerchant()
    const user = nameOfUser()
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
        signal: stop.signal,
      })
    } catch (error) {
      if (!(error instanceof DataDirectoryInUseError)) throw error
      const exitCode = await forwardCommand(
        controlSocketPath(config.dataDir),
        { argv, cwd, user },
        output,
        stop.signal,
      )
      if (exitCode !== undefined) return exitCode
      printFailure(output, argv, error.message)
      return EXIT.failed
    }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ForeignSocketError)) throw error
    printFailure(output, argv, error.message)
    return EXIT.failed
  } finally {
    await opened?.close()
    output.end()
  }
}

/** `npm run` changes the directory; relative paths start where npm was called. */
function folderOfMerchant(): string {
  const { npm_lifecycle_event: script, INIT_CWD: calledFrom } = process.env
  return script === 'store' && calledFrom ? calledFrom : process.cwd()
}

/** Some containers run as a number without a name. */
function nameOfUser(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
