import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expectErrorToast, expectToast, haveCart, haveToken, line } from './buying/shopper.ts'
import { expect, test as base } from './fixtures.ts'
import { openOtherShop } from './other-shop.ts'

const HELD_PAGES = ['/cart', '/checkout']
const END_OF_ISLAND = '</astro-island>'

/** Starts an HTTP proxy that holds what follows the island of a page until `release` is called. */
async function startSlowNetwork() {
  const released = Promise.withResolvers<undefined>()
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '')
    const upstream = request({
      host: '127.0.0.1',
      port: url.port,
      path: url.pathname + url.search,
      method: incoming.method,
      headers: { ...incoming.headers, 'accept-encoding': 'identity' },
    })
    upstream.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      if (HELD_PAGES.includes(url.pathname)) void sendHeld(response, outgoing, released.promise)
      else response.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => released.resolve(undefined),
    stop: () => server.close().closeAllConnections(),
  }
}

async function sendHeld(page: IncomingMessage, browser: ServerResponse, released: Promise<unknown>) {
  const html = (await page.setEncoding('utf8').toArray()).join('')
  const split = html.indexOf(END_OF_ISLAND) + END_OF_ISLAND.length
  browser.write(html.slice(0, split))
  await released
  browser.end(html.slice(split))
}

/** A browser whose pages arrive in two parts. */
const test = base.extend<{ network: Awaited<ReturnType<typeof startSlowNetwork>> }>({
  network: async ({}, use) => {
    const network = await startSlowNetwork()
    await use(network)
    network.stop()
  },
  proxy: ({ network }, use) => use({ server: network.origin }),
})

test(
  'an island that begins before the whole page has arrived shows its toasts',
  { tag: ['@desktop', '@req-10.12'] },
  async ({ page, network }) => {
    const shop = openOtherShop()
    await haveToken(page, shop.origin)
    await haveCart(page, shop.origin, [line()])
    // The toast that the previous page saved.
    await page.evaluate(() =>
      sessionStorage.setItem(
        'carried-toast',
        JSON.stringify({ text: { title: 'Login Successful' }, isError: false }),
      ),
    )
    await page.goto(`${shop.origin}/checkout`, { waitUntil: 'commit' })
    await expect(page.getByLabel('Full Name')).toBeVisible()
    await expect(page.locator('#toasts')).toHaveCount(0)
    network.release()
    await expectToast(page, 'Login Successful')
    await page.getByRole('button', { name: 'Create Order' }).click()
    await expectErrorToast(page, 'Please fill all fields', 'All shipping information fields are required.')
  },
)

test(
  'the cart shows viewed products when its island begins before the whole page has arrived',
  { tag: ['@desktop', '@req-15'] },
  async ({ page, network }) => {
    const shop = openOtherShop()
    await page.goto(`${shop.origin}/product/plain-6`)
    await page.waitForFunction(() => localStorage.getItem('viewed') !== null)
    await haveCart(page, shop.origin, [line()])
    await page.goto(`${shop.origin}/cart`, { waitUntil: 'commit' })
    await expect(page.getByRole('main').getByText('Plain Shirt 1')).toBeVisible()
    await expect(page.locator('[data-more]')).toHaveCount(0)
    network.release()
    await expect(page.locator('[data-more]')).toHaveCount(1)
    await page.mouse.wheel(0, 4000)
    await expect(page.getByRole('region', { name: 'Recently viewed' })).toBeVisible()
  },
)
