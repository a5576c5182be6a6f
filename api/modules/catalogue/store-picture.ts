import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

import { pathToWrite } from '../../folder-files.ts'
import { mediaFolder } from './media-files.ts'

const NAME_LENGTH = 32

/** What the files of each format begin with, at an offset. */
const SIGNATURES = [
  { extension: 'jpg', offset: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { extension: 'png', offset: 0, bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
  { extension: 'webp', offset: 8, bytes: Buffer.from('WEBP') },
  { extension: 'avif', offset: 4, bytes: Buffer.from('ftypavif') },
] as const

/**
 * Stores a picture of a shop under a name that its bytes give, and returns its path on the API's host; `undefined` when
 * it is none of JPEG, PNG, WebP and AVIF.
 */
export async function storePicture(
  dataDir: string,
  tenantId: string,
  bytes: Uint8Array,
): Promise<string | undefined> {
  const data = Buffer.from(bytes)
  const format = SIGNATURES.find(({ offset, bytes: first }) =>
    data.subarray(offset, offset + first.length).equals(first),
  )
  if (!format) return undefined
  const digest = createHash('sha256').update(data).digest('hex').slice(0, NAME_LENGTH)
  const name = `${digest}.${format.extension}`
  await writeFile(await pathToWrite(mediaFolder(dataDir, tenantId), name), data, { mode: 0o600 })
  return `/media/${name}`
}
