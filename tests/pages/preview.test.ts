import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { putTenant } from '../../api/modules/tenants/write.ts'
import { folderWith } from '../cli/shop-files.ts'
import { startApiProcess, type ApiProcess } from '../kit/api/api-process.ts'
import { ASHA, BELA } from '../kit/api/store.ts'
import { startStorefrontProcess, type StorefrontProcess } from '../kit/shops/storefront-process.ts'

const CLI = new URL('../../cli/index.ts', import.meta.url).pathname
const PURGE_SECRET = 'what the tests purge with, 32 characters and more'
const HOST = 'asha.localhost'
const OTHER_HOST = 'bela.localhost'
const PUBLISHED = '<p>Returns within 7 days.</p>'
const DRAFT = '<p>Returns within 30 days.</p>'

let api: ApiProcess
let folder: string
const storefronts: StorefrontProcess[] = []

beforeAll(async () => {
  const ports = [await freePort(), await freePort()]
  const purged = {
    CACHE_PURGE_SECRET: PURGE_SECRET,
    CACHE_PURGE_ORIGINS: ports.map((port) => `http://127.0.0.1:${port}`).join(', '),
  }
  api = await startApiProcess(undefined, {
    env: purged,
    prepare: async (db) => {
      for (const { record, ...tenant } of [ASHA, BELA]) {
        const shown = { ...record, capabilities: ['preview' as const], policies: { terms: PUBLISHED } }
        await putTenant(db, { ...tenant, hosts: [`${tenant.id}.localhost`], record: shown })
      }
    },
  })
  for (const port of ports) {
    const settings = { PORT: String(port), STORE_API_ORIGIN: `http://127.0.0.1:${api.port}`, ...purged }
    storefronts.push(await startStorefrontProcess(settings))
  }
  folder = folderWith()
  await store('pull', 'asha', 'asha')
}, 240_000)

afterAll(async () => {
  for (const process of [...storefronts, api]) await process.stop()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Runs a command beside the API, which executes it. */
async function store(...argv: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: api.dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...argv], { cwd: folder, env })
  return stdout
}

const writeTerms = (html: string) => writeFileSync(join(folder, 'asha/policies/terms.html'), html)

interface Visit {
  host?: string
  cookie?: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
}

async function visit(storefront: StorefrontProcess, path: string, options: Visit = {}) {
  const { host = HOST, cookie, method = 'GET', headers = {} } = options
  const response = await request(`http://127.0.0.1:${storefront.port}${path}`, {
    method,
    headers: { host, ...(cookie !== undefined && { cookie }), ...headers },
  })
  return { status: response.statusCode, headers: response.headers, html: await response.body.text() }
}

/** Puts the draft into the shop, opens its link, and returns the cookie of the preview. */
async function openPreview(html = DRAFT): Promise<{ path: string; cookie: string }> {
  writeTerms(html)
  const path = /\/_preview\/\S+/.exec(await store('push', 'asha', 'asha', '--preview', '--force'))?.[0] ?? ''
  const [storefront] = storefronts
  if (!storefront) throw new Error('There is no storefront.')
  const opened = await visit(storefront, `${path}?to=/terms`)
  expect([opened.status, opened.headers.location]).toEqual([303, '/terms'])
  const [cookie = ''] = String(opened.headers['set-cookie']).split(';')
  return { path, cookie }
}

test(
  'a draft is shown to its editor on every storefront, marked, and to nobody else',
  { tags: ['@req-11.37'] },
  async () => {
    const { cookie } = await openPreview()
    for (const storefront of storefronts) {
      for (let round = 0; round < 2; round += 1) {
        const preview = await visit(storefront, '/terms', { cookie: `language=hi; ${cookie}; a=b` })
        expect(preview.html).toContain('30 days')
        expect(preview.html).toContain('class="preview-bar"')
        expect(preview.headers).toMatchObject({
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex',
          'x-cache': 'bypass',
        })
        expect(preview.headers.etag).toBeUndefined()
        const published = await visit(storefront, '/terms')
        expect(published.html).toContain('7 days')
        expect(published.html).not.toContain('preview-bar')
        expect(published.headers['x-robots-tag']).toBeUndefined()
      }
      expect((await visit(storefront, '/terms')).headers['x-cache']).toBe('hit')
      expect((await visit(storefront, '/hi/terms', { cookie })).html).toContain('lang="hi"')
    }
  },
)

test('a changed, ended or foreign token shows the published page', { tags: ['@req-11.37'] }, async () => {
  const { path, cookie } = await openPreview()
  const [storefront] = storefronts
  if (!storefront) throw new Error('There is no storefront.')
  const token = cookie.replace('preview=', '')
  const [expiry = '', signature = ''] = token.split('.')
  const later = (Number.parseInt(expiry, 36) + 1000).toString(36)
  const ended = Math.floor(Date.now() / 1000 - 10).toString(36)
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  for (const bad of [`${later}.${signature}`, `${ended}.${signature}`, `${expiry}.${flipped}`, 'x', '']) {
    const page = await visit(storefront, '/terms', { cookie: `preview=${bad}` })
    expect([bad, page.html.includes('7 days'), page.html.includes('preview-bar')]).toEqual([bad, true, false])
    expect((await visit(storefront, `/_preview/${bad}`)).status).toBe(404)
  }
  const other = await visit(storefront, '/terms', { host: OTHER_HOST, cookie })
  expect([other.html.includes('7 days'), other.html.includes('preview-bar')]).toEqual([true, false])
  expect((await visit(storefront, path, { host: OTHER_HOST })).status).toBe(404)
  expect(storefront.lines.join('\n')).not.toContain(signature)
})

test(
  'a link opens pages of the shop alone, and the bar leaves the preview',
  { tags: ['@req-11.37'] },
  async () => {
    const { path, cookie } = await openPreview()
    const [storefront] = storefronts
    if (!storefront) throw new Error('There is no storefront.')
    expect((await visit(storefront, `${path}?to=//evil.example/x`)).headers.location).toBe('/')
    const { headers } = await visit(storefront, path)
    expect(headers['set-cookie']).toMatch(/; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/)
    const referer = `http://${HOST}/terms`
    const left = await visit(storefront, '/_preview/leave', { method: 'POST', cookie, headers: { referer } })
    expect([left.status, left.headers.location]).toEqual([303, '/terms'])
    expect(left.headers['set-cookie']).toContain('preview=; Path=/; Max-Age=0')
    expect((await visit(storefront, '/_preview/leave')).status).toBe(405)
  },
)

test(
  'a publication and its rollback are seen at once on two storefronts',
  { tags: ['@req-12.9'] },
  async () => {
    await store('pull', 'asha', 'asha', '--force')
    writeTerms('<p>Returns within 14 days.</p>')
    for (const storefront of storefronts) await visit(storefront, '/terms')
    await store('push', 'asha', 'asha')
    for (const storefront of storefronts)
      expect((await visit(storefront, '/terms')).html).toContain('14 days')
    await store('rollback', 'asha')
    for (const storefront of storefronts) expect((await visit(storefront, '/terms')).html).toContain('7 days')
    const history = await store('history', 'asha')
    expect(history).toContain('rolled back to')
    expect(await store('diff', 'asha')).toContain('- <p>Returns within 14 days.</p>')
    expect(readFileSync(join(folder, 'asha/policies/terms.html'), 'utf8')).toContain('14 days')
  },
)
