import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

import { CommandError } from './context.ts'

/** Writes one line. */
type Write = (line: string) => Promise<void>

/** Runs `work`, which writes lines; each call starts the file again. */
export type WriteAll = <T>(work: (write: Write) => Promise<T>) => Promise<T>

/** Writes a temporary file beside `path` and renames it, so that readers see the old file or the complete new one. */
export async function writeAtomically<T>(path: string, fill: (writeAll: WriteAll) => Promise<T>): Promise<T> {
  const temporaryPath = `${path}.incomplete`
  try {
    const result = await fill((work) => writeLines(temporaryPath, work))
    await rename(temporaryPath, path)
    return result
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
}

/** Like `writeAtomically`, but passes the lines to `say` after all are written. */
export async function printComplete<T>(
  print: (line: string) => void,
  fill: (writeAll: WriteAll) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tanabana-export-'))
  try {
    const path = join(folder, 'whole')
    const result = await writeAtomically(path, fill)
    let rest = ''
    for await (const part of createReadStream(path, 'utf8')) {
      const lines = (rest + String(part)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) print(line)
    }
    return result
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeLines<T>(path: string, work: (write: Write) => Promise<T>): Promise<T> {
  const stream = createWriteStream(path)
  const ended = finished(stream).catch((cause: unknown) => {
    throw new CommandError(`${path} can't be written. Check the path and the disk space.`, { cause })
  })
  // `await ended` below throws the error; an earlier one must not count as an unhandled rejection.
  ended.catch(() => undefined)
  try {
    const result = await work(async (line) => {
      if (!stream.write(`${line}\n`)) await Promise.race([once(stream, 'drain'), ended])
    })
    stream.end()
    await ended
    return result
  } catch (error) {
    stream.destroy()
    throw error
  }
}
