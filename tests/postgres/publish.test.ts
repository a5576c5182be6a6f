import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { request } from 'undici'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'

import { folderWith } from '../cli/shop-files.ts'
import { SHOP_HOST, SHOP_ID, startApiProcess, type ApiProcess } from '../kit/api/api-process.ts'
import { callStore } from '../kit/api/store-caller.ts'
import { startStorefrontProcess, type StorefrontProcess } from '../kit/shops/storefront-process.ts'
import { copyTemplate } from '../kit/database/databases.ts'

const CLI = new URL('../../cli/index.ts', import.meta.url).pathname
const PURGE_SECRET = 'what the tests purge with, 32 characters and more'
const PATIENCE = { timeout: 20_000, interval: 50 }

/** Two APIs on one PostgreSQL, each with a storefront. */
let databaseUrl: string
const apis: ApiProcess[] = []
const storefronts: StorefrontProcess[] = []

beforeAll(async () => {
  databaseUrl = await copyTemplate(inject('postgres'))
  for (let node = 0; node < 2; node += 1) {
    const api = await startApiProcess(databaseUrl)
    apis.push(api)
    const settings = { STORE_API_ORIGIN: `http://127.0.0.1:${api.port}`, CACHE_PURGE_SECRET: PURGE_SECRET }
    storefronts.push(await startStorefrontProcess(settings))
  }
}, 120_000)

afterAll(async () => {
  for (const process of [...storefronts, ...apis]) await process.stop()
})

async function read({ port }: StorefrontProcess): Promise<{ html: string; isCached: boolean }> {
  const { headers, body } = await request(`http://127.0.0.1:${port}/terms`, { headers: { host: SHOP_HOST } })
  return { html: await body.text(), isCached: headers['x-cache'] === 'hit' }
}

/** Requests APIs and pages continuously, as shoppers do, so that an entry that is cached too long is found. */
function requestUntil(): () => Promise<void> {
  let isOver = false
  const requests = [
    ...apis.map(
      ({ port }) =>
        () =>
          callStore(port, '/storeInfo'),
    ),
    ...storefronts.map((storefront) => () => read(storefront)),
  ].map(async (send) => {
    while (!isOver) await send()
  })
  return async () => {
    isOver = true
    await Promise.all(requests)
  }
}

it('an edit of a policy by the merchant’s tool replaces the cached page on both storefronts', async () => {
  const folder = folderWith()
  const publish = (terms: string) => {
    const record = { id: SHOP_ID, storeName: 'Faults', categories: ['Kurtas'], policies: { terms } }
    writeFileSync(join(folder, 'store.json'), JSON.stringify(record))
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      CACHE_PURGE_ORIGINS: storefronts.map(({ port }) => `http://127.0.0.1:${port}`).join(', '),
      CACHE_PURGE_SECRET: PURGE_SECRET,
    }
    return promisify(execFile)(
      process.execPath,
      [CLI, 'push', SHOP_ID, '.', '--force', '--reason', 'A test'],
      {
        cwd: folder,
        env,
      },
    )
  }
  await publish('<p>Returns within 7 days.</p>')
  for (const storefront of storefronts) {
    await vi.waitFor(async () => {
      const { html, isCached } = await read(storefront)
      expect([html.includes('Returns within 7 days.'), isCached]).toEqual([true, true])
    }, PATIENCE)
  }

  const rest = requestUntil()
  const { stdout, stderr } = await publish('<p>Returns within 30 days.</p>')
  // The command has ended, so neither storefront may show the old text.
  const shown = await Promise.all(storefronts.map(read))
  expect(shown.map(({ html }) => html.includes('7 days'))).toEqual([false, false])
  await rest()
  expect(stderr).toBe('')
  expect(stdout).toContain('of faults as revision 3. Pages show it at once.')
  expect(stdout).not.toContain('could not be reached')
  for (const storefront of storefronts) {
    await vi.waitFor(async () => {
      const { html } = await read(storefront)
      expect([html.includes('7 days'), html.includes('Returns within 30 days.')]).toEqual([false, true])
    }, PATIENCE)
  }
}, 120_000)
