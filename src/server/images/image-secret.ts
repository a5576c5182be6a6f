import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'secret'
const SECRET_BYTES = 32

/**
 * The secret that signs picture addresses when the environment names none: made once in the directory, so that
 * restarts and other workers read the same one and pages in other caches stay valid.
 * @throws {Error} a sentence that says what to set when the directory cannot be written
 */
export function keptSecret(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true })
    return read(directory) ?? write(directory)
  } catch (cause) {
    throw new Error(
      `Pictures cannot be kept in ${directory}. Set IMAGE_CACHE_DIR to a directory that can be written.`,
      { cause },
    )
  }
}

/** `linkSync` creates a complete file or fails: a process that comes second reads the secret of the first. */
function write(directory: string): string {
  const made = join(directory, `${FILE}.${randomUUID()}`)
  writeFileSync(made, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(made, join(directory, FILE))
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(made)
  }
  return readFileSync(join(directory, FILE), 'utf8')
}

function read(directory: string): string | undefined {
  try {
    return readFileSync(join(directory, FILE), 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
