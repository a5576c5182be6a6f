import { join } from 'node:path'

/** One plain file name of a raster picture: no folders, no dot files, no SVG, which could carry script. T27 */
const FILE_PATTERN = /^[A-Za-z0-9][\w-]{0,150}\.(webp|avif|png|jpg)$/

/** Where a shop's own picture is, and its kind; `undefined` for what is no name of one. */
export function mediaFile(
  dataDir: string,
  tenantId: string,
  file: string,
): { path: string; extension: string } | undefined {
  const extension = FILE_PATTERN.exec(file)?.[1]
  return extension === undefined ? undefined : { path: join(dataDir, 'media', tenantId, file), extension }
}
