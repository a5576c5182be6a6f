import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { Database } from '../../api/db/index.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { openTestDatabase } from '../kit/database/open-test-database.ts'
import { run, runWith } from './command-line.ts'
import { folderWith } from './shop-files.ts'

let db: Database
let server: Server
let site = ''
const requests: string[] = []
let busiest = 0

/** Stands in for the resolver of names: every name leads to this test's server. */
const lookup: LookupFunction = (_name, options, reply) =>
  options.all ? reply(null, [{ address: '127.0.0.1', family: 4 }]) : reply(null, '127.0.0.1', 4)

function paint(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#a33' } })
}

beforeAll(async () => {
  db = await openTestDatabase()
  const responses: Record<string, Buffer | string> = {
    '/good.jpg': await paint(600, 800).jpeg().toBuffer(),
    '/good.avif': await paint(300, 300).avif({ effort: 0 }).toBuffer(),
    '/called-jpg.jpg': await paint(300, 300).webp().toBuffer(),
    '/small.png': await paint(120, 900).png().toBuffer(),
    '/page.jpg': '<!doctype html><title>Not here</title>',
    '/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '/damaged.png': (await paint(300, 300).png().toBuffer()).subarray(0, 20),
    '/huge.jpg': Buffer.alloc(15 * 1024 * 1024 + 1, 0xff),
  }
  let underWay = 0
  server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    underWay += 1
    busiest = Math.max(busiest, underWay)
    response.on('close', () => (underWay -= 1))
    if (path === '/closed.jpg') return void request.socket.destroy()
    if (path === '/moved.jpg') return void response.writeHead(302, { location: '/good.jpg' }).end()
    // Each of these waits for the others, so only concurrent requests get a response.
    if (path.startsWith('/together')) {
      together.push(() => response.end(responses['/good.jpg']))
      if (together.length === 8) for (const reply of together.splice(0)) reply()
      return
    }
    const reply = responses[path]
    response.writeHead(reply === undefined ? 404 : 200).end(reply)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  site = `http://pictures.example:${(server.address() as AddressInfo).port}`
})
const together: (() => void)[] = []

beforeEach(async () => {
  requests.length = 0
  const record = { storeName: 'Shop', categories: ['Kurtas'] }
  await putTenant(db, { id: 'shop', hosts: ['shop.localhost'], record, payee: { upiId: '', name: 'Shop' } })
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await db.close()
})

function catalogueOf(...pictures: string[]): string {
  return `Handle,Title,Variant Price,Image Src\n${pictures.map((url, at) => `p${at},Kurta,999,${url}\n`).join('')}`
}

async function check(pictures: string[], ...argv: string[]) {
  const folder = folderWith({ 'c.csv': catalogueOf(...pictures) })
  const said = await runWith(
    { lookup, dataDir: folder },
    db,
    folder,
    ...['import', 'shop', 'c.csv', '--check-images', '--dry-run', ...argv],
  )
  return { ...said, folder }
}

it('finds nothing wrong with pictures that the shop can show, whatever they are called', async () => {
  const names = ['/good.jpg', '/good.avif', '/called-jpg.jpg', '/drawing.svg', '/good.jpg']
  const { exitCode, lines, problems } = await check(names.map((name) => site + name))
  expect({ exitCode, problems }).toEqual({ exitCode: 0, problems: [] })
  expect(lines).toContain('Read 4 pictures: no problems found.')
  expect(requests.toSorted()).toEqual(['/called-jpg.jpg', '/drawing.svg', '/good.avif', '/good.jpg'])
})

it('says which rows have no picture, none that can be read, a wrong kind or too few pixels', async () => {
  const { exitCode, lines, problems } = await check([
    '',
    `${site}/gone.jpg`,
    `${site}/page.jpg`,
    `${site}/small.png`,
    `${site}/moved.jpg`,
    `${site}/damaged.png`,
    `${site}/huge.jpg`,
    '/media/nobody.jpg',
    `${site}/closed.jpg`,
  ])
  expect(problems).toEqual([
    'row 2: the product has no picture',
    `row 3: the picture ${site}/gone.jpg returns 404`,
    `row 4: the picture ${site}/page.jpg is not a JPEG, PNG, WebP, AVIF or GIF picture`,
    `row 5: the picture ${site}/small.png has 120 × 900 pixels: fewer than 250 × 250`,
    `row 6: the picture ${site}/moved.jpg returns 302, a redirect, which the storefront does not follow: use the final address`,
    `row 7: the picture ${site}/damaged.png is damaged`,
    `row 8: the picture ${site}/huge.jpg is larger than 15 MB`,
    "row 9: the picture /media/nobody.jpg is not one of the shop's pictures",
    `row 10: the picture ${site}/closed.jpg can't be read: the connection was closed`,
  ])
  expect(lines).toContain('Read 8 pictures: 9 problems found.')
  expect(lines).toContain(
    'Dry run: nothing was written. The import would give: 9 created, 0 updated, 0 unchanged.',
  )
  expect(exitCode).toBe(0)
})

it('makes no request to this machine or a private network', async () => {
  const port = new URL(site).port
  const { problems } = await check([`http://127.0.0.1:${port}/good.jpg`, `http://[::1]:${port}/good.jpg`])
  expect(problems).toEqual([
    `row 2: the picture http://127.0.0.1:${port}/good.jpg is not on the public internet`,
    `row 3: the picture http://[::1]:${port}/good.jpg is not on the public internet`,
  ])
  const folder = folderWith({ 'c.csv': catalogueOf(`http://localhost:${port}/good.jpg`) })
  const named = await run(db, folder, 'import', 'shop', 'c.csv', '--check-images', '--dry-run')
  expect(named.problems).toEqual([
    `row 2: the picture http://localhost:${port}/good.jpg is not on the public internet`,
  ])
  expect(requests).toEqual([])
})

it('reads several at once, and no more than 8', async () => {
  busiest = 0
  const { lines } = await check(Array.from({ length: 16 }, (_, at) => `${site}/together-${at}.jpg`))
  expect(lines).toContain('Read 16 pictures: no problems found.')
  expect(busiest).toBe(8)
})

it("reads the shop's own pictures from its folder", async () => {
  const folder = folderWith({
    'c.csv': catalogueOf('/media/own.jpg', '/media/..%2Fsecret.jpg', '/media/link.jpg'),
  })
  mkdirSync(join(folder, 'media', 'shop'), { recursive: true })
  writeFileSync(join(folder, 'media', 'shop', 'own.jpg'), await paint(400, 400).jpeg().toBuffer())
  writeFileSync(join(folder, 'secret.jpg'), await paint(40, 40).jpeg().toBuffer())
  symlinkSync('../../secret.jpg', join(folder, 'media', 'shop', 'link.jpg'))
  const argv = ['import', 'shop', 'c.csv', '--check-images', '--dry-run']
  const { problems } = await runWith({ lookup, dataDir: folder }, db, folder, ...argv)
  expect(problems).toEqual([
    "row 3: the picture /media/..%2Fsecret.jpg is not one of the shop's pictures",
    "row 4: the picture /media/link.jpg is not one of the shop's pictures",
  ])
})

it('prints the problems as JSON, and all of them in the report', async () => {
  const pictures = ['', `${site}/good.jpg`, `${site}/small.png`]
  const { lines } = await check(pictures, '--json')
  expect(JSON.parse(lines.join('\n')).pictures).toEqual({
    read: 2,
    findings: [
      { line: 2, address: '', reason: 'has no picture' },
      { line: 4, address: `${site}/small.png`, reason: 'has 120 × 900 pixels: fewer than 250 × 250' },
    ],
  })
  const { folder } = await check(pictures, '--report', 'report.txt')
  expect(readFileSync(join(folder, 'report.txt'), 'utf8')).toBe(
    `row 2: the product has no picture\nrow 4: the picture ${site}/small.png has 120 × 900 pixels: fewer than 250 × 250\n`,
  )
})

it('shows the first 20 findings of many', async () => {
  const { problems } = await check(Array.from({ length: 30 }, (_, at) => `${site}/gone-${at}.jpg`))
  expect(problems).toHaveLength(21)
  expect(problems[20]).toBe('… and 10 more picture problems. See all with --report <file>.')
})
