import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createStaticFiles, readFiles } from '../../../src/server/http/static-files.ts'

const SCRIPT = 'export const cloth = "cotton"\n'

let directory: string
let server: Server

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tanabana-static-'))
  mkdirSync(join(directory, '_astro'))
  writeFileSync(join(directory, '_astro/page.AbCd.js'), SCRIPT)
  writeFileSync(join(directory, '_astro/page.AbCd.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(directory, '_astro/page.AbCd.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(directory, 'logo.svg'), '<svg/>')
  const findFile = createStaticFiles(readFiles(directory))
  server = createServer((requested, response) => {
    const send = findFile(requested)
    if (send) send(response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
})
afterEach(() => {
  server.close()
  rmSync(directory, { recursive: true, force: true })
})

async function get(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const { port } = server.address() as AddressInfo
  const received = await request(`http://127.0.0.1:${port}${path}`, { method, headers })
  const body = Buffer.from(await received.body.arrayBuffer())
  return { status: received.statusCode, headers: received.headers, body }
}

describe('a built file', () => {
  test('comes in the smallest encoding that the client accepts, with Vary', async () => {
    const requestedUrl: [accepted: string, encoding: string | undefined, body: Buffer][] = [
      ['gzip, deflate, br, zstd', 'br', brotliCompressSync(SCRIPT)],
      ['gzip', 'gzip', gzipSync(SCRIPT)],
      ['br;q=0, gzip;q=0', undefined, Buffer.from(SCRIPT)],
    ]
    for (const [accepted, encoding, body] of requestedUrl) {
      const apiResponse = await get('/_astro/page.AbCd.js?v=1', { 'accept-encoding': accepted })
      expect(apiResponse).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'text/javascript',
          'content-length': String(body.length),
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept-encoding',
        },
      })
      expect(apiResponse.headers['content-encoding']).toBe(encoding)
      expect(apiResponse.body).toEqual(body)
    }
  })

  test('without compressed copies comes unchanged and expires after an hour', async () => {
    const stubResponse = await get('/logo.svg', { 'accept-encoding': 'br' })
    expect(stubResponse.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    })
    expect(stubResponse.headers['content-encoding']).toBeUndefined()
    expect(stubResponse.body.toString()).toBe('<svg/>')
  })

  test('is not sent again for a matching entity tag, nor its body for HEAD', async () => {
    const { headers } = await get('/logo.svg')
    const again = await get('/logo.svg', { 'if-none-match': String(headers.etag) })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    const head = await get('/logo.svg', {}, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '6'])
  })

  test.each(['bytes=5-2', 'bytes=9-4', 'bytes=0-99999999999999999999', 'bytes=-2', 'bytes=0-0', 'bytes=x'])(
    'is answered whole when %s of it are asked for',
    async (range) => {
      const stubResponse = await get('/logo.svg', { range })
      expect([stubResponse.status, stubResponse.body.toString()]).toEqual([200, '<svg/>'])
    },
  )

  test('is there as long as the process, whatever becomes of the directory', async () => {
    rmSync(directory, { recursive: true })
    expect((await get('/_astro/page.AbCd.js')).body.toString()).toBe(SCRIPT)
  })
})

test.each(['/', '/_astro', '/_astro/', '/_astro/page.AbCd.js.br', '/../package.json', '/constructor'])(
  'there is no file %s',
  async (path) => {
    expect((await get(path)).status).toBe(404)
  },
)
