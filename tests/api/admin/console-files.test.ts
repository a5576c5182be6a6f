import { brotliCompressSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildConsoleWhenStale } from '../../../scripts/processes/dev-processes.ts'
import { openStore, type Store } from '../../kit/api/store.ts'

const HOST = 'api.asha.example'
/** docs/requirements.md#128-console */
const FIRST_SCREEN_MAX = 380_000

let store: Store
const read = (path: string, headers: Record<string, string> = {}, host = HOST) =>
  store.request(host, path, { headers })

beforeAll(async () => {
  await buildConsoleWhenStale()
  store = await openStore()
})
afterAll(() => store.close())

describe('the console', () => {
  test('is a page of the API host, under a policy without inline code', { tags: ['@req-12.8'] }, async () => {
    const response = await read('/admin/')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<div id="root">')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-")
    expect(policy).not.toMatch(/unsafe|nonce|\*/)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  test("is not served under the shop's own host, nor to others", { tags: ['@req-12.8'] }, async () => {
    expect((await read('/admin/', {}, 'asha.example')).status).toBe(404)
    expect((await read('/admin/', {}, 'api.unknown.example')).status).toBe(421)
  })

  test(
    'sends its files compressed and kept for good, and no other file',
    { tags: ['@req-12.8'] },
    async () => {
      const [script = ''] = await firstScripts()
      const encodings = { 'accept-encoding': 'br, gzip' }
      const response = await read(script, encodings)
      expect(response.headers.get('content-encoding')).toBe('br')
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const etag = response.headers.get('etag') ?? ''
      expect((await read(script, { ...encodings, 'if-none-match': etag })).status).toBe(304)
      for (const path of ['/admin/.inputs', '/admin/assets/..%2f..%2fpackage.json', '/admin/assets/none.js'])
        expect((await read(path)).status).toBe(404)
    },
  )

  test('loads at most 380 KB before its first screen', { tags: ['@req-12.8'] }, async () => {
    const sizes = await Promise.all(
      (await firstScripts()).map(
        async (path) => brotliCompressSync(await (await read(path)).arrayBuffer()).length,
      ),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_SCREEN_MAX)
  })
})

/** The scripts that the page names, and those that they import before they run. */
async function firstScripts(): Promise<string[]> {
  const found = new Set<string>()
  const waiting = [...(await (await read('/admin/')).text()).matchAll(/"(\/admin\/[^"]+\.js)"/g)].map(
    ([, path = '']) => path,
  )
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const source = await (await read(path)).text()
    for (const [, name = ''] of source.matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      waiting.push(`/admin/assets/${name}`)
  }
  return [...found]
}
