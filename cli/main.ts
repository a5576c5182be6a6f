import { userInfo } from 'node:os'

import { loadEnvFile, ConfigError } from '@tanabana/node/environment.ts'
import { readConfig } from '../api/config.ts'
import { DataDirectoryInUseError } from '../api/db/lock.ts'
import { controlSocketPath, ForeignSocketError, forwardCommand } from './control.ts'
import { EXIT } from './exit-codes.ts'
import { printFailure, terminalOutput } from './output.ts'

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

/**
 * Runs the command line of this process and returns its exit code: in the API where one holds the data directory, whose
 * code is loaded, else here.
 */
export async function main(argv: string[]): Promise<number> {
  try {
    loadEnvFile()
    const config = readConfig(Object.fromEntries(VARIABLE_NAMES.map((name) => [name, process.env[name]])))
    const request = { argv, cwd: folderOfMerchant(), user: nameOfUser() }
    const forward = () => forwardCommand(controlSocketPath(config.dataDir), request, output, stop.signal)
    const forwarded = config.databaseUrl ? undefined : await forward().catch(ignoreForeign)
    if (forwarded !== undefined) return forwarded
    const { runHere } = await import('./run-here.ts')
    try {
      return await runHere(request, config, output, stop.signal)
    } catch (error) {
      if (!(error instanceof DataDirectoryInUseError)) throw error
      // It has started meanwhile, or takes no commands.
      const exitCode = await forward()
      if (exitCode !== undefined) return exitCode
      printFailure(output, argv, error.message)
      return EXIT.failed
    }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ForeignSocketError)) throw error
    printFailure(output, argv, error.message)
    return EXIT.failed
  } finally {
    output.end()
  }
}

/** Another user's socket matters only to a command that needs the data. */
function ignoreForeign(error: unknown): undefined {
  if (!(error instanceof ForeignSocketError)) throw error
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
