import { CommanderError, type Command } from 'commander'

import { ConfigError } from '@tanabana/node/environment.ts'
import { DataDirectoryInUseError } from '../api/db/lock.ts'
import { ImportStopped } from '../api/modules/imports/import-event.ts'
import { ApiError, DatabaseUnusableError, isDatabaseUnavailable, isDiskFull } from '../api/errors.ts'
import { OrderStatusError } from '../api/modules/orders/advance.ts'
import { ReturnError } from '../api/modules/orders/returns.ts'
import { ReceiptError } from '../api/modules/orders/receipts.ts'
import { RefundError } from '../api/modules/payments/refunds.ts'
import { UnusableFile } from '../api/tables/unusable-file.ts'
import { RecordTooLargeError } from '../api/modules/tenants/record-size.ts'
import { HostTakenError } from '../api/modules/tenants/write.ts'
import { auditCommand } from './audit-command.ts'
import { CheckFailed, CommandError } from './context.ts'
import { EXIT } from './exit-codes.ts'
import { commandOutput, isJson, linesOf } from './output.ts'
import { createProgram } from './program.ts'
import type { CommandEnvironment } from './context.ts'

const EXPECTED = [
  ApiError,
  CommandError,
  ConfigError,
  DatabaseUnusableError,
  HostTakenError,
  RecordTooLargeError,
  OrderStatusError,
  ReceiptError,
  RefundError,
  ReturnError,
  UnusableFile,
]

/**
 * Runs one command line, without `node` and the script's name, and returns its exit code: 0 success, 1 failure, 2
 * usage error. Failures that a merchant can fix are reported as a sentence.
 * @throws {DataDirectoryInUseError} another process holds the data directory; nothing was done
 */
export async function runCommand(argv: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { signal } = environment
  const output = commandOutput(environment.output, isJson(argv))
  const context = { ...environment, output }
  let started: Command | undefined
  try {
    const program = createProgram(context, environment.output)
    program.hook('preAction', (_, command) => {
      started = command
    })
    await program.parseAsync([...argv], { from: 'user' })
    if (started) await auditCommand(context, started)
    return EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.ok
      // Commander has printed it.
      output.result({ error: error.message.replace(/^error: /, '') })
      return EXIT.usage
    }
    if (error instanceof DataDirectoryInUseError) throw error
    if (started && mayLeaveChanges(error, signal)) await auditCommand(context, started)
    const sentence = sentenceOf(error, signal)
    linesOf(sentence).forEach(output.problem)
    if (!(error instanceof CheckFailed)) output.result({ error: sentence })
    return EXIT.failed
  } finally {
    output.end()
  }
}

/** Whether a command that failed may have changed something: orders that were not refused, or what came before a stop. */
function mayLeaveChanges(error: unknown, signal: AbortSignal): boolean {
  const isStopped = signal.aborted && error === signal.reason
  return error instanceof CheckFailed || error instanceof ImportStopped || isStopped
}

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof ImportStopped) {
    const isAborted = signal.aborted && error.cause === signal.reason
    return isAborted ? error.message : `${error.message} The reason: ${sentenceOf(error.cause, signal)}`
  }
  if (signal.aborted && error === signal.reason) return 'Stopped. Unfinished changes were undone.'
  const isExpected = EXPECTED.some((kind) => error instanceof kind)
  if (isExpected && error instanceof Error) return error.message
  if (isDiskFull(error)) return 'The disk is full. Make room on it, and run the command again.'
  if (isDatabaseUnavailable(error)) {
    return "The database can't be reached, or is too slow. Finished changes stay, unfinished ones were undone. Check before you run the command again."
  }
  return `The command failed unexpectedly: ${detailsOf(error)}`
}

/** An internal or database error: print its details. */
function detailsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
