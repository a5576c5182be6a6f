import { request } from 'undici'

import { putShop, SHOP_HOST, SHOP_ID, startApiProcess } from '../tests/kit/api/api-process.ts'
import { createToken } from '../tests/kit/api/staff.ts'
import { freePort } from '../tests/kit/database/server.ts'
import { fixed, median, printTable, verdict } from '../tests/kit/table.ts'
import { startBenchStorefront, type BenchStorefront } from './kit/bench-storefront.ts'

const SEEN_WITHIN_MS = 1000
const PURGE_SECRET = 'what the bench of publishing purges with, 32 characters'

/**
 * Edits a policy and a price by the admin API, as the console does, before two storefronts whose pages are cached:
 * measures from the call until the preview, and then both storefronts, show it.
 */
export async function benchPublish(rounds: number): Promise<boolean> {
  const ports = [await freePort(), await freePort()]
  let token = ''
  const api = await startApiProcess(undefined, {
    env: {
      API_PORT: String(await freePort()),
      CACHE_PURGE_ORIGINS: ports.map((port) => `http://127.0.0.1:${port}`).join(','),
      CACHE_PURGE_SECRET: PURGE_SECRET,
    },
    async prepare(db) {
      await putShop(db, ['preview'], {})
      token = await createToken(db, SHOP_ID)
    },
  })
  const storefronts = await Promise.all(
    ports.map((port) =>
      startBenchStorefront(api.port, {
        environment: { PORT: String(port), CACHE_PURGE_SECRET: PURGE_SECRET },
      }),
    ),
  )

  async function call<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T> {
    const response = await request(`http://127.0.0.1:${api.port}/admin/v1${path}`, {
      method,
      headers: {
        host: SHOP_HOST,
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    })
    if (response.statusCode >= 300) throw new Error(`${path}: ${await response.body.text()}`)
    return (await response.body.json()) as T
  }

  const times: Record<string, number[]> = { previewed: [], published: [], undone: [], priced: [] }
  async function time(name: string, act: () => Promise<unknown>, isSeen: () => Promise<boolean>) {
    const startedAt = performance.now()
    await act()
    while (!(await isSeen()))
      if (performance.now() - startedAt > 10 * SEEN_WITHIN_MS) throw new Error(`Not ${name} in time.`)
    times[name]?.push(performance.now() - startedAt)
  }

  try {
    const { data } = await call<{ data: { id: string }[] }>('GET', '/products')
    const product = data[0]?.id ?? ''
    for (let round = 0; round < rounds; round += 1) {
      const sentence = `Round ${round} of the bench`
      await onBoth(storefronts, '/terms', '')
      const seen = await call<{ version: string }>('GET', '/policies/terms-en')
      const html = `<h2>Terms</h2><p>${sentence}</p>`
      await call('PATCH', '/policies/terms-en', { version: seen.version, html })
      const draft = await call<{ version: string }>('GET', '/draft')
      let cookie = ''
      await time(
        'previewed',
        async () => {
          const { url } = await call<{ url: string }>('POST', '/preview')
          cookie = await openPreview(storefronts[0], new URL(url).pathname)
        },
        async () => (await read(storefronts[0], '/terms', cookie)).includes(sentence),
      )
      await time(
        'published',
        () => call('POST', '/draft/publish', { version: draft.version, force: 'A bench' }),
        () => onBoth(storefronts, '/terms', sentence),
      )
      await time(
        'undone',
        () => call('POST', '/revisions/undo', {}),
        async () => !(await onEither(storefronts, '/terms', sentence)),
      )
      const { version } = await call<{ version: string }>('GET', `/products/${product}`)
      const price = 2000 + round
      await onBoth(storefronts, `/product/${product}`, '')
      await time(
        'priced',
        () => call('PATCH', `/products/${product}`, { version, regularPrice: price }),
        () => onBoth(storefronts, `/product/${product}`, price.toLocaleString('en-IN')),
      )
    }
  } finally {
    for (const one of [...storefronts, api]) await one.stop()
  }
  printTable(
    `An edit by the admin API until two storefronts show it, ms, ${rounds} rounds`,
    Object.entries(times).map(([what, all]) => ({
      what,
      median: fixed(median(all), 0),
      slowest: fixed(Math.max(...all), 0),
      target: `≤ ${SEEN_WITHIN_MS}`,
      verdict: verdict(Math.max(...all) <= SEEN_WITHIN_MS),
    })),
  )
  return true
}

async function read(storefront: BenchStorefront | undefined, path: string, cookie = ''): Promise<string> {
  const address = `http://127.0.0.1:${storefront?.port}${path}`
  const { body } = await request(address, { headers: { host: SHOP_HOST, ...(cookie && { cookie }) } })
  return body.text()
}

/** The cookie that the link of a preview sets. */
async function openPreview(storefront: BenchStorefront | undefined, path: string): Promise<string> {
  const address = `http://127.0.0.1:${storefront?.port}${path}`
  const { headers, body } = await request(address, { headers: { host: SHOP_HOST } })
  await body.dump()
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function onBoth(storefronts: BenchStorefront[], path: string, text: string): Promise<boolean> {
  const pages = await Promise.all(storefronts.map((one) => read(one, path)))
  return pages.every((page) => page.includes(text))
}

async function onEither(storefronts: BenchStorefront[], path: string, text: string): Promise<boolean> {
  const pages = await Promise.all(storefronts.map((one) => read(one, path)))
  return pages.some((page) => page.includes(text))
}
