import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

/** The largest file that staff can upload. */
export const UPLOAD_MAX_BYTES = 32 * 1024 * 1024
/** For a file without an import: that of an upload which broke off. */
const ORPHAN_MS = 24 * 60 * 60_000

export class UploadTooLargeError extends Error {
  override name = 'UploadTooLargeError'
}

/** The file of an import. Its name is not the merchant's. */
export function uploadedFile(dataDir: string, tenantId: string, id: string): string {
  return join(folderOf(dataDir, tenantId), id)
}

/**
 * Stores a body as a file, in chunks. Leaves no file behind when it fails.
 * @throws {UploadTooLargeError} it has more than `UPLOAD_MAX_BYTES`
 */
export async function storeUpload(path: string, body: globalThis.ReadableStream | null): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const source = body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream)
  try {
    await pipeline(source, limitBytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    await removeUpload(path)
    throw error
  }
}

export async function removeUpload(path: string): Promise<void> {
  await rm(path, { force: true })
}

/** Removes the files of a shop that belong to none of its imports, except those that are being uploaded. */
export async function removeOtherUploads(
  dataDir: string,
  tenantId: string,
  ids: ReadonlySet<string>,
): Promise<void> {
  const folder = folderOf(dataDir, tenantId)
  for (const name of await readdir(folder).catch(() => [])) {
    if (ids.has(name)) continue
    const info = await stat(join(folder, name)).catch(() => undefined)
    if (info && Date.now() - info.mtimeMs > ORPHAN_MS) await removeUpload(join(folder, name))
  }
}

function folderOf(dataDir: string, tenantId: string): string {
  return join(dataDir, 'imports', tenantId)
}

async function* limitBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > UPLOAD_MAX_BYTES) throw new UploadTooLargeError()
    yield chunk
  }
}
