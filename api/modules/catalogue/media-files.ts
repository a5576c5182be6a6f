import { join } from 'node:path'

import { PICTURE_MAX_BYTES } from '@tanabana/node/picture-client.ts'
import type { FileKind } from '../../folder-files.ts'

/** A plain file name of a raster picture: no folders, no dot files, and no SVG, which can contain scripts. */
const FILE_PATTERN = /^[A-Za-z0-9][\w-]{0,150}\.(webp|avif|png|jpg)$/

export const MEDIA_FILE: FileKind = {
  extensions: ['.webp', '.avif', '.png', '.jpg'],
  maxBytes: PICTURE_MAX_BYTES,
}

/** Folder of a shop's own pictures. */
export function mediaFolder(dataDir: string, tenantId: string): string {
  return join(dataDir, 'media', tenantId)
}

/** The extension of a picture's file name, without dot; `undefined` for other names. */
export function mediaExtension(file: string): string | undefined {
  return FILE_PATTERN.exec(file)?.[1]
}
