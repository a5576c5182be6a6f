import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

import { lookup } from 'mrmime'

import { acceptedEncoding, hasPage } from './page-cache/answer-page.ts'
import type { Encoding } from './page-cache/rendered-page.ts'
import { PLAIN_HEADERS, WORKER_HEADERS } from './security-headers.ts'

const PACKED: [encoding: Encoding, suffix: string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

interface StaticFile {
  headers: Record<string, string>
  etag: string
  body: Buffer
  packed: Map<Encoding, Buffer>
}

/**
 * The built browser files, all of them in memory, a megabyte: nothing that is done to the directory, and no client that
 * hangs up, costs an answer or leaves a file open. What comes back answers with one, always whole and in the smallest
 * encoding there is that the client takes, and says whether there was one. design §5
 */
export function createStaticFiles(directory: string) {
  const names = globSync('**', { cwd: directory }).filter((name) => statSync(join(directory, name)).isFile())
  const contents = new Map(names.map((name) => [`/${name}`, readFileSync(join(directory, name))]))
  const files = new Map(
    [...contents]
      .filter(([path]) => !PACKED.some(([, suffix]) => path.endsWith(suffix)))
      .map(([path, body]) => [path, toFile(path, body, contents)]),
  )

  return ({ url = '', method, headers }: IncomingMessage, response: ServerResponse): boolean => {
    const file = files.get(url.split('?', 1)[0] ?? '')
    if (!file) return false
    const known = headers['if-none-match']
    if (known !== undefined && hasPage(known, file.etag)) {
      response.writeHead(304, file.headers).end()
      return true
    }
    const accepted = acceptedEncoding(headers['accept-encoding'])
    const packed = file.packed.get(accepted)
    const body = packed ?? file.body
    if (packed) response.setHeader('content-encoding', accepted)
    response.writeHead(200, { ...file.headers, 'content-length': body.length })
    response.end(method === 'HEAD' ? undefined : body)
    return true
  }
}

function toFile(path: string, body: Buffer, contents: Map<string, Buffer>): StaticFile {
  const packed = new Map<Encoding, Buffer>()
  for (const [encoding, suffix] of PACKED) {
    const content = contents.get(path + suffix)
    if (content) packed.set(encoding, content)
  }
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = {
    'content-type': lookup(path) ?? 'application/octet-stream',
    'cache-control': cacheControl(path),
    vary: 'accept-encoding',
    // The same one whatever the encoding.
    etag: `W/${etag}`,
    ...PLAIN_HEADERS,
    ...(path === '/service-worker.js' && WORKER_HEADERS),
  }
  return { headers, etag, body, packed }
}

/** Built files carry their content's hash in the name. */
function cacheControl(path: string): string {
  return path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
