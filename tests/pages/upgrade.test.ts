import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { BUILD_INPUTS, root } from '../../scripts/processes/dev-processes.ts'
import {
  CONFIRMATION_LINK,
  PAYMENT_LINK,
  REFUND_LINK,
  startOtherStore,
  type OtherStore,
} from '../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/** A page of every kind; those of a shopper need the cookie. */
const PAGES = [
  ...['/', '/products?page=2', '/product/plain-1', '/terms', '/contact', '/wishlist', '/offline', '/404'],
  ...['/cart', '/login', '/register', '/track-order', '/account', '/orders', '/checkout', '/api-test'],
  ...['/payment?orderId=1', '/order-success', `/pay/${PAYMENT_LINK}`, `/refund/${REFUND_LINK}`],
  `/confirm/${CONFIRMATION_LINK}`,
  ...['/sitemap.xml', '/robots.txt'],
  ...['/fragments/listing', '/fragments/featured', '/fragments/quick-view/plain-1', '/manifest.webmanifest'],
]
const FILE = /\/_astro\/[\w.-]+\.(?:css|js)/g

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'tanabana-upgrade-')))
let store: OtherStore

beforeAll(async () => {
  store = await startOtherStore()
  store.changeStore({ capabilities: ['payment-links', 'refund-details', 'cash-confirmation'] })
})
afterAll(async () => {
  await store.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Copies the project with its build into a folder of its own. */
function install(name: string): string {
  const folder = join(directory, name)
  mkdirSync(folder)
  for (const part of [...BUILD_INPUTS, 'dist'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function start(folder: string): Promise<Storefront> {
  const storefront = await startStorefront(store.port, {}, { directory: folder })
  onTestFinished(() => storefront.stop())
  return storefront
}

/** Requests a page and every file that it names; returns what failed. */
async function visit({ get }: Storefront, path: string): Promise<string[]> {
  const page = await get(path, { headers: { cookie: 'auth_token=plain-token' } })
  const expected = path === '/404' ? 404 : 200
  if (page.status !== expected) return [`${path} ${page.status}`]
  const files = new Set(`${page.html} ${String(page.headers.link)}`.match(FILE))
  const loaded = await Promise.all([...files].map(async (file) => ({ file, ...(await get(file)) })))
  return loaded.flatMap(({ file, status }) => (status === 200 ? [] : [`${path} ${file} ${status}`]))
}

async function visitAll(storefront: Storefront): Promise<string[]> {
  return (await Promise.all(PAGES.map((path) => visit(storefront, path)))).flat()
}

const filesOf = (folder: string) => readdirSync(join(folder, 'dist/client/_astro'))

describe('an upgrade of a running storefront', () => {
  test(
    'a build in its folder breaks no page and no file, during the build and after it',
    { timeout: 120_000 },
    async () => {
      const folder = install('in-place')
      const storefront = await start(folder)
      const before = filesOf(folder)
      const changed = join(folder, 'src/lib/cart/cart-store.ts')
      writeFileSync(changed, readFileSync(changed, 'utf8').replace('Added to cart', 'Added to your cart'))
      const failures: string[] = []
      const building = { isRunning: true }
      const environment = { ...process.env, NODE_ENV: 'production', DEV: undefined, PROD: undefined }
      const build = promisify(execFile)('astro', ['build', '--silent'], {
        cwd: folder,
        env: environment,
      }).finally(() => {
        building.isRunning = false
      })
      // Each page is requested for the first time while the build runs.
      while (building.isRunning) for (const path of PAGES) failures.push(...(await visit(storefront, path)))
      await build
      expect(filesOf(folder)).not.toEqual(before)
      failures.push(...(await visitAll(storefront)))
      expect(failures).toEqual([])
    },
  )

  test('a release in a folder of its own leaves the running one its pages and files', async () => {
    const current = join(directory, 'current')
    symlinkSync(install('release-1'), current)
    const running = await start(current)
    const next = install('release-2')
    rmSync(current)
    symlinkSync(next, current)
    expect(await visitAll(running)).toEqual([])
    expect(await visitAll(await start(current))).toEqual([])
  })

  test('a storefront whose build is gone still has every page', async () => {
    const folder = install('removed')
    const storefront = await start(folder)
    rmSync(join(folder, 'dist'), { recursive: true })
    expect(await visitAll(storefront)).toEqual([])
  })
})
