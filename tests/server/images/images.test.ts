import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { logTo, openLogger } from '../../../src/server/observability/log.ts'
import { AVIF, photograph, serve, shop, startPictures } from './picture-stack.ts'

let picture: Buffer
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  picture = await photograph()
})
beforeEach(() => logTo(openLogger('silent')))
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

async function start(handler?: RequestListener, options?: Parameters<typeof startPictures>[1]) {
  const pictures = await startPictures(handler ?? ((_request, response) => response.end(picture)), options)
  stops.push(pictures.stop)
  return pictures
}

function send(body: string | Buffer, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => response.writeHead(200, headers).end(body)
}

describe('a picture', () => {
  test('comes in the width and the smallest format that the browser takes', async () => {
    const { get, addressOf } = await start()
    for (const [accept, format] of [
      [AVIF, 'heif'],
      ['image/avif;q=0, image/webp', 'webp'],
      ['image/png, */*', 'jpeg'],
      ['', 'jpeg'],
    ] as const) {
      const { status, bytes, headers } = await get(addressOf('/media/a.jpg'), { accept })
      expect(status).toBe(200)
      expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 320, height: 400 })
      expect(headers['content-type']).toBe(format === 'heif' ? 'image/avif' : `image/${format}`)
      expect(headers.vary).toBe('Accept, Save-Data')
    }
  })

  test.each([AVIF, 'image/webp', 'image/jpeg'])(
    'has two thirds of the bytes to save data (%s)',
    async (accept) => {
      const { get, addressOf } = await start()
      const usual = await get(addressOf('/a.jpg'), { accept })
      const saver = await get(addressOf('/a.jpg'), { accept, 'save-data': 'on' })
      expect(saver.headers['content-type']).toBe(usual.headers['content-type'])
      expect(saver.bytes.length).toBeLessThanOrEqual((usual.bytes.length * 2) / 3)
    },
  )

  test(
    'is cached for a day, has an entity tag and headers that allow no script',
    { tags: ['@asvs-3.2.1', '@asvs-5.3.1'] },
    async () => {
      const { get, addressOf } = await start()
      const first = await get(addressOf('/a.jpg'))
      expect(first.headers).toMatchObject({
        'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
        'x-content-type-options': 'nosniff',
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      })
      const again = await get(addressOf('/a.jpg'), { 'if-none-match': String(first.headers.etag) })
      expect([again.status, again.bytes.length]).toEqual([304, 0])
      expect(again.headers.etag).toBe(first.headers.etag)
      const head = await get(addressOf('/a.jpg'), {}, 'HEAD')
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      expect(head.headers['content-length']).toBe(String(first.bytes.length))
    },
  )

  test('allows only GET and HEAD', async () => {
    const { get, addressOf } = await start()
    expect(await get(addressOf('/a.jpg'), {}, 'POST')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    })
  })

  test('has a signature of 16 characters; any other gets 404', async () => {
    const { get, addressOf, source } = await start()
    const address = addressOf('/a.jpg')
    const signature = address.split('/')[3] ?? ''
    for (const other of ['', signature.slice(1), `${signature}A`, `${signature.slice(1)}%C3%A9`])
      expect((await get(address.replace(signature, other))).status).toBe(404)
    expect(source.calls).toEqual([])
  })

  test('is upright and has no metadata', async () => {
    const turned = await sharp(picture)
      .withExif({ IFD0: { Copyright: 'somebody', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { get, addressOf } = await start(send(turned))
    const metadata = await sharp((await get(addressOf('/a.jpg'), { accept: 'image/jpeg' })).bytes).metadata()
    expect(metadata).toMatchObject({ width: 320, height: 256 })
    expect([metadata.exif, metadata.orientation, metadata.icc]).toEqual([undefined, undefined, undefined])
  })

  test('on a share card is a JPEG of 1200 × 630 that shows all of it, whatever the asker takes', async () => {
    const tall = await sharp({ create: { width: 400, height: 800, channels: 3, background: '#f00' } })
      .extend({ top: 100, bottom: 100, background: '#00f' })
      .png()
      .toBuffer()
    const { get, images } = await start(send(tall))
    const address = images.addressOfShape(shop, 'https://api.shop.example/a.png', 'share') ?? ''
    const { bytes, headers } = await get(address, { 'save-data': 'on' })
    expect(headers['content-type']).toBe('image/jpeg')
    const card = sharp(bytes)
    expect(await card.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const [red = 0, , blue = 0] = await card
      .extract({ left: 600, top: 8, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect([red < 60, blue > 200]).toEqual([true, true])
  })

  test('as an icon is a square PNG; one with a safe zone leaves a border in the colour of the shop', async () => {
    const { get, images } = await start()
    const src = 'https://api.shop.example/logo.jpg'
    const icon = await get(images.addressOfShape(shop, src, 'icon-192') ?? '')
    expect(icon.headers['content-type']).toBe('image/png')
    expect(await sharp(icon.bytes).metadata()).toMatchObject({ width: 192, height: 192, hasAlpha: true })
    const masked = images.addressOfShape(shop, src, 'mask-512-aabbcc') ?? ''
    const { bytes } = await get(masked)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([512, 512, 0xaa, 0xbb, 0xcc])
    expect((await get(masked.replace('aabbcc', 'aabbcd'))).status).toBe(404)
    expect((await get(masked.replace('mask-512-aabbcc', '320'))).status).toBe(404)
  })

  test('is never wider than its source', async () => {
    const { get, addressOf } = await start(send(await photograph(200, 250)))
    const { bytes } = await get(addressOf('/a.jpg', 1280))
    expect((await sharp(bytes).metadata()).width).toBe(200)
  })

  test(
    'comes of a GIF, PNG, WebP or AVIF by its bytes, whatever the source calls it',
    { tags: ['@asvs-5.2.2'] },
    async () => {
      for (const format of ['gif', 'png', 'webp', 'avif'] as const) {
        const { get, addressOf } = await start(
          send(await sharp(picture).resize(64).toFormat(format).toBuffer(), { 'content-type': 'text/html' }),
        )
        expect((await get(addressOf('/a'))).headers['content-type']).toBe('image/avif')
      }
    },
  )

  test("is asked of the shop's own API by the shop's Host, with its query", async () => {
    const { get, addressOf, source } = await start()
    await get(addressOf('/media/a b.jpg?v=1'))
    expect(source.calls).toEqual([{ path: '/media/a%20b.jpg?v=1', host: 'shop.example' }])
  })
})

describe('an address', () => {
  test(
    'that is forged, of another width, with a query or of another shop gets 404 and causes no call',
    { tags: ['@asvs-5.3.2'] },
    async () => {
      const { get, addressOf, source } = await start()
      const good = addressOf('/media/a.jpg')
      const other = addressOf('/media/b.jpg')
      const signature = /^\/_img\/320\/([\w-]{16})\//.exec(good)?.[1] ?? ''
      for (const forged of [
        good.replace('a.jpg', 'b.jpg'),
        good.replace('/320/', '/321/'),
        good.replace('/320/', '/99999/'),
        `${good}?x=1`,
        `${good}/`,
        other.replace(/\/320\/[\w-]{16}/, `/320/${signature}`),
        good.replace(signature, 'A'.repeat(16)),
        good.replace(signature, signature.slice(1)),
        '/_img/',
        '/_img/320',
      ]) {
        expect([forged, (await get(forged)).status]).toEqual([forged, 404])
      }
      expect((await get(good, { host: 'other.example' })).status).toBe(404)
      expect(source.calls).toEqual([])
      expect((await get(good)).status).toBe(200)
    },
  )

  test.each([
    'http://127.0.0.1:PORT/a.jpg',
    'http://localhost:PORT/a.jpg',
    'http://[::1]:PORT/a.jpg',
    'http://[::ffff:127.0.0.1]:PORT/a.jpg',
    'http://2130706433:PORT/a.jpg',
    'http://0x7f.1:PORT/a.jpg',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/a.jpg',
  ])(
    'at %s leads to a private network and is not followed',
    { tags: ['@asvs-1.3.6', '@asvs-13.2.5'] },
    async (src) => {
      const inner = await serve((_request, response) => response.end(picture))
      stops.push(inner.stop)
      const { get, addressOf } = await start()
      expect((await get(addressOf(src.replace('PORT', String(inner.port))))).status).toBe(404)
      expect(inner.calls).toEqual([])
    },
  )
})

describe('a source', () => {
  test('that redirects is not followed', { tags: ['@asvs-15.3.2'] }, async () => {
    const inner = await serve((_request, response) => response.end(picture))
    stops.push(inner.stop)
    const { get, addressOf } = await start((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/a.jpg` }).end(),
    )
    expect((await get(addressOf('/a.jpg'))).status).toBe(502)
    expect(inner.calls).toEqual([])
  })

  test('of the own API that does not end within 10 s is given up', async () => {
    const { get, addressOf } = await start((_request, response) => {
      response.writeHead(200).write(picture.subarray(0, 100))
    })
    const started = Date.now()
    expect((await get(addressOf('/a.jpg'))).status).toBe(502)
    expect(Date.now() - started).toBeLessThan(12_000)
  })

  test('above 15 MB is refused, with and without a Content-Length', { tags: ['@asvs-5.2.1'] }, async () => {
    const ofMegabytes = (count: number) => Buffer.concat([picture, Buffer.alloc(count * 1024 * 1024)])
    const large = await start(send(ofMegabytes(14)))
    expect((await large.get(large.addressOf('/a.jpg'))).status).toBe(200)
    const huge = ofMegabytes(16)
    const reported = await start(send(huge, { 'content-length': String(huge.length) }))
    expect((await reported.get(reported.addressOf('/a.jpg'))).status).toBe(502)
    const untold = await start((_request, response) => {
      response.write(huge)
      response.end()
    })
    expect((await untold.get(untold.addressOf('/a.jpg'))).status).toBe(502)
  })

  test.each([
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    [
      'a drawing that swells',
      '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
    ],
    ['a page', '<!doctype html><h1>Welcome</h1>'],
    ['nothing', ''],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj'],
    ['half a GIF', 'GIF89a\u0001'],
  ])(
    'that is %s is refused, called a picture or not',
    { tags: ['@asvs-1.3.4', '@asvs-1.5.1', '@asvs-5.2.2'] },
    async (_what, body) => {
      const { get, addressOf } = await start(send(body, { 'content-type': 'image/png' }))
      const { status, headers } = await get(addressOf('/a.png'))
      expect(status).toBe(502)
      expect(headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('that is cut short is refused', async () => {
    const { get, addressOf } = await start(send(picture.subarray(0, picture.length / 2)))
    expect((await get(addressOf('/a.jpg'))).status).toBe(502)
  })

  test('of few bytes and more than 40 megapixels is not decoded', { tags: ['@asvs-5.2.3'] }, async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1024 * 1024)
    const { get, addressOf } = await start(send(bomb))
    const started = Date.now()
    expect((await get(addressOf('/a.png'))).status).toBe(502)
    expect(Date.now() - started).toBeLessThan(500)
  })

  test('that is missing gets 404, one that fails 502, and neither is requested again at once', async () => {
    let clock = 1_000_000
    const { get, addressOf, source } = await start(
      ({ url }, response) => response.writeHead(url === '/none.jpg' ? 404 : 500).end(),
      { now: () => clock },
    )
    for (const [src, status] of [
      ['/none.jpg', 404],
      ['/sick.jpg', 502],
    ] as const) {
      for (const width of [160, 320, 480] as const)
        expect((await get(addressOf(src, width))).status).toBe(status)
    }
    expect(source.calls).toHaveLength(2)
    clock += 11_000
    await get(addressOf('/sick.jpg'))
    expect(source.calls).toHaveLength(3)
  })
})

describe('the work', () => {
  test('happens once for 50 simultaneous requests, with one request of the source for all widths', async () => {
    const { get, addressOf, source } = await start()
    const responses = await Promise.all(Array.from({ length: 50 }, () => get(addressOf('/a.jpg'))))
    expect(new Set(responses.map(({ status, headers }) => `${status} ${String(headers.etag)}`)).size).toBe(1)
    expect(source.calls).toHaveLength(1)
    await get(addressOf('/a.jpg', 480))
    expect(source.calls).toHaveLength(1)
  })

  test(
    'is turned away with 503 when too much waits, for the shop that floods alone',
    { tags: ['@asvs-15.2.2'] },
    async () => {
      const waiting: (() => void)[] = []
      let isOpen = false
      const { get, addressOf, images } = await start(({ headers }, response) => {
        if (isOpen || headers.host === 'other.example') response.end(picture)
        else waiting.push(() => response.end(picture))
      })
      const flood = Array.from({ length: 70 }, (_, index) => get(addressOf(`/${index}.jpg`)))
      await vi.waitFor(() => expect(waiting).toHaveLength(4))
      const refused = await Promise.race(flood.slice(-2))
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
      const other = images.addressOf({ ...shop, host: 'other.example' }, 'https://api.other.example/a.jpg')
      expect((await get(other?.(160) ?? '', { host: 'other.example' })).status).toBe(200)
      isOpen = true
      for (const finish of waiting) finish()
      const statuses = (await Promise.all(flood)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(68)
    },
  )
})

describe('what is kept', () => {
  test('outlives a restart, with the addresses that pages hold', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tanabana-kept-'))
    const before = await startPictures((_request, response) => response.end(picture), { directory })
    const address = before.addressOf('/a.jpg')
    const first = await before.get(address)
    await before.stop({ keep: true })

    const after = await start(undefined, { directory })
    expect(after.addressOf('/a.jpg')).toBe(address)
    const second = await after.get(address)
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect(after.source.calls).toEqual([])
    expect(statSync(join(directory, 'secret')).mode & 0o777).toBe(0o600)
  })

  test('stays within its bytes and evicts the least recently read', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tanabana-bound-'))
    const noise = await photograph(400, 500)
    const answering = (_request: unknown, response: { end(body: Buffer): unknown }) => response.end(noise)
    const maxBytes = 200_000
    const { get, addressOf } = await start(answering, { directory, maxBytes })
    for (let index = 0; index < 40; index += 1)
      await get(addressOf(`/${index}.jpg`), { accept: 'image/jpeg' })
    const sizes = readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'secret')
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(sizes.length).toBeLessThan(40)
    expect(total).toBeLessThanOrEqual(maxBytes)
    expect(total).toBeGreaterThan(maxBytes / 2)

    const restarted = await start(answering, { directory, maxBytes })
    await restarted.get(restarted.addressOf('/39.jpg'), { accept: 'image/jpeg' })
    expect(restarted.source.calls).toEqual([])
    await restarted.get(restarted.addressOf('/0.jpg'), { accept: 'image/jpeg' })
    expect(restarted.source.calls).toHaveLength(1)
  })

  test('is served stale while the source is revalidated, and follows it: a new picture, a failure, an end', async () => {
    const clockOf = { now: Date.now() }
    let received: RequestListener = send(picture)
    const { get, addressOf, source } = await start((request, response) => received(request, response), {
      now: () => clockOf.now,
    })
    const address = addressOf('/a.jpg')
    const first = await get(address)

    const hours = async (count: number) => {
      clockOf.now += count * 3_600_000
      const requested = source.calls.length
      const seen = await get(address)
      await vi.waitFor(() => expect(source.calls.length).toBeGreaterThan(requested))
      return seen
    }
    received = (_request, response) => response.writeHead(500).end()
    expect((await hours(2)).status).toBe(200)
    expect((await get(address)).headers.etag).toBe(first.headers.etag)

    received = send(await photograph(500, 500))
    expect((await hours(1)).headers.etag).toBe(first.headers.etag)
    await vi.waitFor(async () => expect((await get(address)).headers.etag).not.toBe(first.headers.etag))

    received = (_request, response) => response.writeHead(404).end()
    expect((await hours(2)).status).toBe(200)
    await vi.waitFor(async () => expect((await get(address)).status).toBe(404))
  })

  test('reports a directory that cannot be written', () => {
    return expect(start(undefined, { directory: join('/dev/null', 'images') })).rejects.toThrow(
      'Set IMAGE_CACHE_DIR to a directory that can be written.',
    )
  })
})
