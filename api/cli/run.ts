import { CommanderError } from 'commander'

import { DataDirectoryInUseError } from '../db/lock.ts'
import { ImportRefused } from '../import/import-refused.ts'
import { OrderStatusError } from '../orders/advance.ts'
import { HostTakenError } from '../tenants/write.ts'
import { CommandError } from './command-error.ts'
import { createProgram } from './program.ts'
import type { CommandContext } from './context.ts'

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const

const EXPECTED = [CommandError, ImportRefused, HostTakenError, OrderStatusError]

/**
 * Runs one command line, without `node` and the script's name, and gives its exit code: 0 done, 1 failed, 2 not
 * understood. Failures that a merchant can mend are told in a sentence.
 * @throws {DataDirectoryInUseError} another process has the data directory; nothing was done
 */
export async function runCommand(argv: readonly string[], context: CommandContext): Promise<number> {
  const { output, signal } = context
  try {
    await createProgram(context).parseAsync([...argv], { from: 'user' })
    return EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    if (error instanceof DataDirectoryInUseError) throw error
    if (signal.aborted) output.problem('Stopped. What the command had begun to write was undone.')
    else if (EXPECTED.some((kind) => error instanceof kind)) output.problem(messageOf(error))
    else output.problem(`The command failed unexpectedly: ${detailsOf(error)}`)
    return EXIT.failed
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A fault of ours or of the database: the developer needs to see where. */
function detailsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
