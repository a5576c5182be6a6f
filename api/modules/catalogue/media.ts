import { Hono } from 'hono'

import { matchesEtag } from '@tanabana/node/http-headers.ts'
import type { Env } from '../../http/context.ts'
import { ApiError } from '../../errors.ts'
import { FolderFileError, openInFolder } from '../../folder-files.ts'
import { MEDIA_FILE, mediaExtension, mediaFolder } from './media-files.ts'

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
}

export const media = new Hono<Env>()

/** Serves the shop's own pictures from `<data directory>/media/<tenant>/` to pages on another origin. */
media.get('/:file', async (c) => {
  const name = c.req.param('file')
  const type = TYPES[mediaExtension(name) ?? '']
  if (!type) throw noPicture()
  const folder = mediaFolder(c.get('services').config.dataDir, c.get('tenant').id)
  await using file = await openInFolder(folder, name, MEDIA_FILE).catch((error: unknown) => {
    throw error instanceof FolderFileError ? noPicture() : error
  })

  const info = await file.stat()
  const tag = `"${info.size.toString(36)}-${Math.trunc(info.mtimeMs).toString(36)}"`
  c.header('cache-control', 'public, max-age=86400, stale-while-revalidate=604800')
  c.header('cross-origin-resource-policy', 'cross-origin')
  c.header('etag', tag)
  if (matchesEtag(c.req.header('if-none-match'), tag)) return c.body(null, 304)
  c.header('content-type', type)
  return c.body(new Uint8Array(await file.readFile()))
})

function noPicture(): ApiError {
  return new ApiError(404, 'There is no such picture.')
}
