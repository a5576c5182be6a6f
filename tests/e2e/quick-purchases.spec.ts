import { buyQuickly } from '../kit/browser/quick-purchase.ts'
import { expect, newShopper, shops, test } from './fixtures.ts'

const [shop] = shops
const PURCHASES = 2
const SLOWER = 6

test.use({ serviceWorkers: 'allow' })

for (let nth = 1; nth <= PURCHASES; nth += 1) {
  test(
    `purchase ${nth} of a shopper in a hurry on a slow phone loses no form and leaves the console quiet`,
    { tag: '@phone' },
    async ({ page, context }) => {
      test.setTimeout(180_000)
      const posted: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.isNavigationRequest()) posted.push(request.url())
      })
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      const quickPage = {
        open: (address: string) => page.goto(address, { waitUntil: 'commit' }),
        run: page.evaluate.bind(page),
      }
      expect(await buyQuickly(quickPage, shop.origin, newShopper().email)).toBeUndefined()
      expect(posted).toEqual([])
    },
  )
}
