import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { log } from '../observability/log.ts'

const DIGEST_BYTES = 32
const FOLDER = /^[0-9a-f]{2}$/
/** Share of `maxBytes` that all processes may write before the directory is scanned again. */
const SWEEP_SHARE = 1 / 8

export interface StoredImage {
  bytes: Buffer
  /** SHA-256 of its source. */
  sourceDigest: Buffer
  /** Time of its conversion or of the last check that found its source unchanged, in milliseconds. */
  checkedAt: number
}

interface ImageFilesOptions {
  directory: string
  maxBytes: number
}

interface FoundFile {
  path: string
  size: number
  usedAt: number
}

/**
 * Converted pictures on disk, kept across restarts. Over `maxBytes` it evicts the least recently read. A file
 * holds the digest of its source, then the picture; mtime is the time of the last check, atime of the last read.
 */
export function createImageFiles({ directory, maxBytes }: ImageFilesOptions) {
  const sweptAfter = maxBytes * SWEEP_SHARE
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
    async read(name: string): Promise<StoredImage | undefined> {
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
        // Never converted, or evicted by another worker.
        return undefined
      }
    },

    /** A failed write loses the copy on disk, not the response. */
    async write(name: string, { bytes, sourceDigest }: Omit<StoredImage, 'checkedAt'>): Promise<void> {
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

    /** Records that its source is unchanged. */
    async confirm(name: string): Promise<void> {
      await utimes(pathOf(name), new Date(), new Date()).catch(() => undefined)
    },

    remove: (name: string): Promise<void> => rm(pathOf(name), { force: true }),
  }
}

function report(error: unknown): void {
  log('error', 'pictures not stored', { error: String(error) })
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

/** None where the directory does not exist yet. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
