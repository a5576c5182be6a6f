import { globSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

import { lookup } from 'mrmime'

import { acceptedEncoding, createEtag, type Encoding, matchesEtag } from '@tanabana/node/http-headers.ts'
import { PLAIN_HEADERS, WORKER_HEADERS } from './security-headers.ts'

const COMPRESSED: [encoding: Encoding, suffix: string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

/** An address with a file's extension. */
const FILE = /^[^?]+\.[a-z0-9]+(?:\?|$)/i

interface StaticFile {
  headers: Record<string, string>
  etag: string
  body: Buffer
  compressed: Map<Encoding, Buffer>
}

/** Built browser files by their path. */
export type FileContents = ReadonlyMap<string, Buffer>

/** Loads the built browser files into memory (a megabyte), so that a build in progress breaks no response. */
export function readFiles(directory: string): FileContents {
  const names = globSync('**', { cwd: directory }).filter((name) => statSync(join(directory, name)).isFile())
  return new Map(names.map((name) => [`/${name}`, readFileSync(join(directory, name))]))
}

/**
 * Returns a function that finds a request's file and returns a function that sends it in the smallest encoding that
 * the client accepts.
 */
export function createStaticFiles(contents: FileContents) {
  const files = new Map(
    [...contents]
      .filter(([path]) => !COMPRESSED.some(([, suffix]) => path.endsWith(suffix)))
      .map(([path, body]) => [path, toFile(path, body, contents)]),
  )

  return ({
    url = '',
    method,
    headers,
  }: IncomingMessage): ((response: ServerResponse) => void) | undefined => {
    const file = FILE.test(url) ? files.get(url.split('?', 1)[0] ?? '') : undefined
    if (!file) return undefined
    return (response) => {
      if (matchesEtag(headers['if-none-match'], file.etag)) {
        response.writeHead(304, file.headers).end()
        return
      }
      const accepted = acceptedEncoding(headers['accept-encoding'])
      const compressed = file.compressed.get(accepted)
      const body = compressed ?? file.body
      if (compressed) response.setHeader('content-encoding', accepted)
      response.writeHead(200, { ...file.headers, 'content-length': body.length })
      response.end(method === 'HEAD' ? undefined : body)
    }
  }
}

function toFile(path: string, body: Buffer, contents: FileContents): StaticFile {
  const compressed = new Map<Encoding, Buffer>()
  for (const [encoding, suffix] of COMPRESSED) {
    const content = contents.get(path + suffix)
    if (content) compressed.set(encoding, content)
  }
  const etag = createEtag(body)
  const headers = {
    'content-type': lookup(path) ?? 'application/octet-stream',
    'cache-control': cacheControl(path),
    vary: 'accept-encoding',
    // Weak, because it is the same for every encoding.
    etag: `W/${etag}`,
    ...PLAIN_HEADERS,
    ...(path === '/service-worker.js' && WORKER_HEADERS),
  }
  return { headers, etag, body, compressed }
}

/** Built files carry their content's hash in the name. */
function cacheControl(path: string): string {
  return path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
