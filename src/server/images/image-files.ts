import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { log } from '../log.ts'

const DIGEST_BYTES = 32
const FOLDER = /^[0-9a-f]{2}$/
/** The directory is looked through again when so much of its bound has been written, by all processes together. */
const SWEEP_SHARE = 1 / 8

export interface KeptImage {
  bytes: Buffer
  /** SHA-256 of the source that it was made of. */
  sourceDigest: Buffer
  /** When it was made or last found unchanged, in milliseconds of the clock. */
  checkedAt: number
}

interface ImageFilesOptions {
  directory: string
  maxBytes: number
  /** How many processes write there. */
  writers: number
}

interface FoundFile {
  path: string
  size: number
  usedAt: number
}

/**
 * Made pictures on disk, shared by workers and kept over restarts; the least recently read ones go when the bytes run
 * out. Each file is its source's digest and then the picture; its times are those of the last check and the last read.
 */
export function createImageFiles({ directory, maxBytes, writers }: ImageFilesOptions) {
  const sweptAfter = (maxBytes * SWEEP_SHARE) / writers
  let written = 0
  let sweeping = sweep().catch(report)

  function pathOf(name: string): string {
    const digest = createHash('sha256').update(name).digest('hex')
    return join(directory, digest.slice(0, 2), digest.slice(2))
  }

  async function sweep(): Promise<void> {
    const files = await listFiles(directory)
    let total = files.reduce((sum, { size }) => sum + size, 0)
    if (total <= maxBytes * (1 - SWEEP_SHARE)) return
    for (const { path, size } of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (total <= maxBytes * (1 - SWEEP_SHARE)) return
      await rm(path, { force: true })
      total -= size
    }
  }

  return {
    async read(name: string): Promise<KeptImage | undefined> {
      const path = pathOf(name)
      try {
        const [content, { mtime }] = await Promise.all([readFile(path), stat(path)])
        await utimes(path, new Date(), mtime)
        return {
          bytes: content.subarray(DIGEST_BYTES),
          sourceDigest: content.subarray(0, DIGEST_BYTES),
          checkedAt: mtime.getTime(),
        }
      } catch {
        // Never made, or swept away by another worker.
        return undefined
      }
    },

    /** A disk that is full costs the copy, not the answer. */
    async write(name: string, { bytes, sourceDigest }: Omit<KeptImage, 'checkedAt'>): Promise<void> {
      const path = pathOf(name)
      const part = `${path}.${randomUUID()}`
      try {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(part, Buffer.concat([sourceDigest, bytes]))
        await rename(part, path)
        written += bytes.length
        if (written < sweptAfter) return
        written = 0
        sweeping = sweeping.then(sweep).catch(report)
        await sweeping
      } catch (error) {
        report(error)
        await rm(part, { force: true }).catch(() => undefined)
      }
    },

    /** Its source was found unchanged. */
    async confirm(name: string): Promise<void> {
      await utimes(pathOf(name), new Date(), new Date()).catch(() => undefined)
    },

    remove: (name: string): Promise<void> => rm(pathOf(name), { force: true }),
  }
}

function report(error: unknown): void {
  log('error', 'pictures could not be kept', { error: String(error) })
}

async function listFiles(directory: string): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const folder of await namesIn(directory)) {
    if (!FOLDER.test(folder)) continue
    const paths = (await namesIn(join(directory, folder))).map((file) => join(directory, folder, file))
    const stats = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
    for (const [index, path] of paths.entries()) {
      const info = stats[index]
      if (info) found.push({ path, size: info.size, usedAt: info.atimeMs })
    }
  }
  return found
}

/** None in a directory that is not there yet. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
