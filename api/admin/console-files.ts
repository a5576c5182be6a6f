import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

import { Hono } from 'hono'

import { acceptedEncoding, createEtag, matchesEtag } from '@tanabana/node/http-headers.ts'
import { ApiError } from '../errors.ts'
import { isApiHost } from './guard.ts'
import type { AppContext, Env } from '../http/context.ts'

const BUILT = new URL('../../admin/dist/', import.meta.url)
/** The names of the build: letters, digits, dashes, no folder but `assets`. */
const FILE = /^(?:assets\/)?[\w-]+(?:\.[\w-]+)*\.(?:js|css)$/
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}
const SUFFIXES = { br: '.br', gzip: '.gz', identity: '' }

/** Material UI adds empty `<style>` elements and fills them by script, which the hash of the empty style allows. */
const EMPTY_STYLE = `'sha256-${createHash('sha256').update('').digest('base64')}'`
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${EMPTY_STYLE}`,
  "img-src 'self' data: blob: https:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the built console below `/admin/`. Its pages are one file: the screen is in the fragment of the address. docs/console.md */
export const consoleFiles = new Hono<Env>()

consoleFiles.use(async (c, next) => (isApiHost(c) ? next() : c.notFound()))

consoleFiles.get('/', (c) => {
  c.header('content-security-policy', POLICY)
  c.header('referrer-policy', 'no-referrer')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('cache-control', 'no-cache')
  return sendFile(c, 'index.html')
})

consoleFiles.get('/:path{.+}', (c) => {
  const path = c.req.param('path')
  if (!FILE.test(path)) return c.notFound()
  // The name carries a hash of the content.
  c.header('cache-control', 'public, max-age=31536000, immutable')
  return sendFile(c, path)
})

async function sendFile(c: AppContext, path: string): Promise<Response> {
  const encoding = acceptedEncoding(c.req.header('accept-encoding'))
  const body = await readFile(new URL(path + SUFFIXES[encoding], BUILT)).catch(() => {
    throw noFile()
  })
  const etag = createEtag(body)
  c.header('content-type', TYPES[extname(path)])
  c.header('vary', 'accept-encoding')
  c.header('cross-origin-resource-policy', 'same-origin')
  c.header('etag', etag)
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  if (encoding !== 'identity') c.header('content-encoding', encoding)
  return c.body(new Uint8Array(body))
}

function noFile(): ApiError {
  return new ApiError(404, 'There is no such file. Is the console built? npm run build')
}
