import { createServer, type RequestListener, type Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { request } from 'undici'

import { createImages, type ImagesOptions } from '../../../src/server/images/images.ts'
import type { PictureWidth } from '../../../src/lib/catalogue/pictures.ts'
import type { Shop } from '../../../src/server/http/tenancy.ts'

export const shop: Shop = { host: 'shop.example', protocol: 'https:' }
export const AVIF = 'image/avif,image/webp,*/*;q=0.8'

/** An HTTP server on loopback that counts what it is asked. */
export async function serve(handler: RequestListener) {
  const server: Server = createServer((incoming, response) => {
    site.calls.push({ path: incoming.url ?? '', host: incoming.headers.host ?? '' })
    handler(incoming, response)
  })
  const site = {
    port: 0,
    calls: [] as { path: string; host: string }[],
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site.port = (server.address() as AddressInfo).port
  return site
}

/** A picture server as the shop's API, and the pipeline before it, both over HTTP. */
export async function startPictures(handler: RequestListener, options: Partial<ImagesOptions> = {}) {
  const source = await serve(handler)
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'tanabana-pictures-'))
  const images = createImages({
    directory,
    maxBytes: 64 * 1024 * 1024,
    secret: undefined,
    apiOf: ({ host }) => ({
      origin: `http://127.0.0.1:${source.port}`,
      host,
      publicBase: `https://api.${host}/api/v1`,
    }),
    ...options,
  })
  const front = await serve((incoming, response) => {
    const host = incoming.headers.host ?? ''
    images.serve({ ...shop, host }, incoming, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })

  /** The address that a page of the shop would name. */
  function addressOf(src: string, width: PictureWidth = 320): string {
    const absolute = src.startsWith('/') ? `https://api.shop.example${src}` : src
    return images.addressOf(shop, absolute)?.(width) ?? ''
  }

  async function get(
    address: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' | 'POST' = 'GET',
  ) {
    const received = await request(`http://127.0.0.1:${front.port}${address}`, {
      method,
      headers: { accept: AVIF, host: shop.host, ...headers },
    })
    return {
      status: received.statusCode,
      headers: received.headers,
      bytes: Buffer.from(await received.body.bytes()),
    }
  }

  return {
    source,
    directory,
    images,
    addressOf,
    get,
    stop: async ({ keep = false } = {}) => {
      await Promise.all([source.stop(), front.stop()])
      if (!keep) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A picture with something in it, so that its size says something; drawn once. */
export function photograph(width = 600, height = 750): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .blur(2)
    .jpeg()
    .toBuffer()
}
