import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { Hono } from 'hono'

import type { Env } from '../context.ts'
import { ApiError } from '../errors.ts'

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
}

/** One plain file name of a raster picture: no folders, no dot files, no SVG, which could carry script. T27 */
const FILE_PATTERN = /^[A-Za-z0-9][\w-]{0,150}\.(webp|avif|png|jpg)$/

export const media = new Hono<Env>()

/** The shop's own pictures, from `<data directory>/media/<tenant>/`; shown by pages on another origin. */
media.get('/:file', async (c) => {
  const { dataDir } = c.get('services').config
  const file = c.req.param('file')
  const type = TYPES[FILE_PATTERN.exec(file)?.[1] ?? '']
  const path = join(dataDir, 'media', c.get('tenant').id, file)
  const info = type === undefined ? undefined : await stat(path).catch(() => undefined)
  if (!type || !info?.isFile()) throw new ApiError(404, 'There is no such picture.')

  const tag = `"${info.size.toString(36)}-${Math.trunc(info.mtimeMs).toString(36)}"`
  c.header('cache-control', 'public, max-age=86400, stale-while-revalidate=604800')
  c.header('cross-origin-resource-policy', 'cross-origin')
  c.header('etag', tag)
  if (c.req.header('if-none-match') === tag) return c.body(null, 304)
  c.header('content-type', type)
  return c.body(await readFile(path))
})
