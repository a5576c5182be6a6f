import { readFile, stat } from 'node:fs/promises'

import { Hono } from 'hono'

import type { Env } from '../context.ts'
import { ApiError } from '../errors.ts'
import { mediaFile } from '../media-file.ts'

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
}

export const media = new Hono<Env>()

/** The shop's own pictures, from `<data directory>/media/<tenant>/`; shown by pages on another origin. */
media.get('/:file', async (c) => {
  const { dataDir } = c.get('services').config
  const file = mediaFile(dataDir, c.get('tenant').id, c.req.param('file'))
  const type = TYPES[file?.extension ?? '']
  const info = file && (await stat(file.path).catch(() => undefined))
  if (!file || !type || !info?.isFile()) throw new ApiError(404, 'There is no such picture.')

  const tag = `"${info.size.toString(36)}-${Math.trunc(info.mtimeMs).toString(36)}"`
  c.header('cache-control', 'public, max-age=86400, stale-while-revalidate=604800')
  c.header('cross-origin-resource-policy', 'cross-origin')
  c.header('etag', tag)
  if (c.req.header('if-none-match') === tag) return c.body(null, 304)
  c.header('content-type', type)
  return c.body(await readFile(file.path))
})
