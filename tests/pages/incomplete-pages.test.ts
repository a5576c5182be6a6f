import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { root } from '../../scripts/processes/dev-processes.ts'
import { startOtherStore } from '../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/** The built shop with mistakes of ours in it: one in a page's own code, one in a component deep in another page. */
const torn = { '/contact': '$$Contact', '/terms': '$$Footer' }
const directory = mkdtempSync(join(tmpdir(), 'tanabana-torn-'))
let store: Awaited<ReturnType<typeof startOtherStore>>
let storefront: Storefront
let lines: string[] = []

beforeAll(async () => {
  for (const name of ['src', 'dist']) cpSync(join(root, name), join(directory, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  for (const name of Object.values(torn)) plant(name, `throw new Error('torn: ${name}');`)
  plant('$$Login', "void Promise.reject(new Error('left behind'));")
  store = await startOtherStore()
  storefront = await startStorefront(store.port, {}, { directory, onLine: (line) => lines.push(line) })
  // The storefront logs its start a second after it.
  await vi.waitUntil(() => lines.some((line) => line.includes('"event":"start"')), 30_000)
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
  rmSync(directory, { recursive: true, force: true })
})
beforeEach(() => {
  lines = []
})

/** Has the component begin with this code. */
function plant(name: string, mistake: string): void {
  const start = `var ${name} = createComponent(($$result, $$props, $$slots) => {`
  const chunks = join(directory, 'dist/server/chunks')
  const files = readdirSync(chunks).map((file) => join(chunks, file))
  const file = files.find((one) => readFileSync(one, 'utf8').includes(start))
  if (!file) throw new Error(`The build holds no component ${name}.`)
  const code = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    code.replace(start, () => start + mistake),
  )
}

describe.each(Object.entries(torn))('a page with a mistake of ours in it, %s', (path, name) => {
  it('gives a complete page with the security policy and 500', async () => {
    const page = await storefront.get(path)
    expect(page.status).toBe(500)
    expect(page.html).toContain('<h1 class="text-4xl md:text-5xl">Something went wrong</h1>')
    expect(page.html).toContain('ग़लती हमारी है, और आपका कार्ट सुरक्षित है।')
    expect(page.html.trimEnd()).toMatch(/<\/html>$/)
    expect(page.html).not.toContain('torn')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('is written down as JSON with the shop, the path and the place of the mistake', async () => {
    await storefront.get(`${path}?email=asha%40example.com`)
    await expect
      .poll(() => lines.map((line) => JSON.parse(line)))
      .toMatchObject([
        {
          level: 'error',
          event: 'page failed',
          tenant: 'localhost',
          path,
          error: { message: `torn: ${name}` },
        },
      ])
    expect(lines.join()).not.toContain('asha')
  })

  it('is rendered again for the next shopper', async () => {
    await storefront.get(path)
    expect((await storefront.get(path)).headers['x-cache']).not.toBe('hit')
  })
})

it('an unhandled rejection of a page is logged, and the shop stays open', async () => {
  expect((await storefront.get('/login')).status).toBe(200)
  await expect
    .poll(() => lines.map((line) => JSON.parse(line)))
    .toMatchObject([{ level: 'error', event: 'rejection', error: { message: 'left behind' } }])
  expect((await storefront.get('/register')).status).toBe(200)
})
