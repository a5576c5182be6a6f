import { lookup } from 'node:dns'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

import { createHttpGet } from '@tanabana/node/http-get.ts'
import { brotliOptions } from '../../src/server/page-cache/cache-entry.ts'

/**
 * Serves the bare Astro page of bare-astro.ts by `node:http`: plain at `/`, and at `/whole` with the minimum work of
 * a shop's page, one call of the store API on the given port and Brotli compression as in the storefront.
 */
const [directory = '', storePort = ''] = process.argv.slice(2)
const STORE_CALL = `http://127.0.0.1:${storePort}/api/v1/products?page=1&limit=12`

const { handler } = (await import(pathToFileURL(`${directory}/dist/server/entry.mjs`).href)) as {
  handler: (request: IncomingMessage, response: ServerResponse) => void
}
const get = createHttpGet({ connections: 64, keepAliveMs: 30_000, maxBytes: 1e6, lookup })

async function respondWhole(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { body } = await get(STORE_CALL, { headers: {}, signal: undefined })
  JSON.parse(body.toString())
  const parts: Uint8Array[] = []
  // eslint-disable-next-line @typescript-eslint/unbound-method -- they are restored on the same response below
  const { writeHead, write, end } = response
  Object.assign(response, {
    writeHead: () => response,
    write: (part: Uint8Array) => parts.push(part) > 0,
    end: () => {
      Object.assign(response, { writeHead, write, end })
      const text = Buffer.concat(parts)
      response.end(brotliCompressSync(text, brotliOptions(text.length)))
    },
  })
  request.url = '/'
  handler(request, response)
}

const server = createServer((request, response) => {
  if (request.url === '/whole') void respondWhole(request, response)
  else handler(request, response)
})
server.listen(0, () => console.log(`localhost:${(server.address() as AddressInfo).port}`))
