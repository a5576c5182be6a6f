import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { signInStaff } from '../../kit/api/staff.ts'
import { openSandboxStore, serve, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let store: Store
let dataDir: string

beforeAll(async () => {
  const opened = await openSandboxStore()
  dataDir = await mkdtemp(join(tmpdir(), 'pictures-'))
  store = { ...opened, ...serve(opened.db, { dataDir }), close: opened.close }
})

afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true })
})

it(
  'a picture that an editor uploads is served to shoppers; anything else is refused',
  { tags: ['@req-12.7'] },
  async () => {
    const editor = await signInStaff(store, HOST, 'editor')
    const upload = (body: BodyInit) =>
      store.app.request('/admin/v1/pictures', {
        ...{ method: 'POST', body },
        headers: { host: HOST, cookie: editor.cookie, 'sec-fetch-site': 'same-origin' },
      })
    const stored = await upload(new Uint8Array(PNG))
    expect(stored.status).toBe(201)
    const { url } = (await stored.json()) as { url: string }
    expect(url).toMatch(/^\/media\/[0-9a-f]{32}\.png$/)
    const served = await store.request(HOST, url)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await served.arrayBuffer())).toEqual(PNG)
    expect((await store.request('bela.localhost', url)).status).toBe(404)
    for (const wrong of ['<svg onload="alert(1)"/>', 'RIFFxxxxWEB', ''])
      expect((await upload(wrong)).status).toBe(422)
  },
)
