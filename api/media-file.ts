import { join } from 'node:path'

import { PICTURE_MAX_BYTES } from '../src/network/public-pictures.ts'
import type { FileKind } from './folder-files.ts'

/** One plain file name of a raster picture: no folders, no dot files, no SVG, which could carry script. */
const FILE_PATTERN = /^[A-Za-z0-9][\w-]{0,150}\.(webp|avif|png|jpg)$/

export const MEDIA_FILE: FileKind = {
  extensions: ['.webp', '.avif', '.png', '.jpg'],
  maxBytes: PICTURE_MAX_BYTES,
}

/** Where a shop's own pictures are. */
export function mediaFolder(dataDir: string, tenantId: string): string {
  return join(dataDir, 'media', tenantId)
}

/** The extension of a picture's name, without its dot; `undefined` for what is no name of one. */
export function mediaExtension(file: string): string | undefined {
  return FILE_PATTERN.exec(file)?.[1]
}
