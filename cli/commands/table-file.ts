import { readFile } from 'node:fs/promises'

import type { TableFile } from '../../api/tables/read-table.ts'
import { CommandError, toPath, type CommandContext } from '../context.ts'

/** @throws {CommandError} there is no such file */
export async function readTableFile(context: CommandContext, typed: string): Promise<TableFile> {
  const name = toPath(context, typed)
  try {
    return { name, bytes: await readFile(name) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new CommandError(`There is no file ${name}.`)
    }
    throw error
  }
}
