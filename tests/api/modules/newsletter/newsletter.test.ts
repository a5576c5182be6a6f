import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { listSubscriptions } from '../../../../api/modules/newsletter/subscriptions.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { ASHA, BELA, openStore, serve, type Store } from '../../../kit/api/store.ts'
import { deliverMail, tokenIn } from '../../../kit/messages/deliver-mail.ts'

const SHOP = 'asha.example'
const OTHER = 'bela.example'
const WEEK_MS = 7 * 24 * 60 * 60_000

let store: Store
let email: string
let people = 0

beforeAll(async () => {
  store = await openStore()
  for (const tenant of [ASHA, BELA])
    await putTenant(store.db, { ...tenant, record: { ...tenant.record, capabilities: ['newsletter'] } })
}, 60_000)

afterAll(() => store.close())

beforeEach(async () => {
  email = `reader${people++}@example.com`
  await deliverMail(store, 'asha')
})

const ask = () => store.call(SHOP, '/newsletter', { body: { email } })
const confirm = (token: string, shop = SHOP) =>
  store.call(shop, '/newsletter/confirmation', { body: { token } })
/** As mail programs do it: a form, and no page. */
const unsubscribe = (token: string, shop = SHOP) =>
  store.call(shop, `/newsletter/unsubscription?token=${token}`, {
    form: { 'List-Unsubscribe': 'One-Click' },
  })
const isSubscribed = async () =>
  (await withTenant(store.db, 'asha', (tx) => listSubscriptions(tx, 'asha'))).some(
    (one) => one.email === email,
  )

async function askForToken(): Promise<string> {
  await ask()
  return tokenIn(await deliverMail(store, 'asha'), 'newsletter confirmation')
}

describe('the newsletter', () => {
  it('is sent to an address only after its owner confirms', { tags: ['@req-11.36'] }, async () => {
    expect((await ask()).status).toBe(204)
    const sent = await deliverMail(store, 'asha')
    expect(sent).toMatchObject([{ kind: 'newsletter confirmation', recipient: { email } }])
    expect(await isSubscribed()).toBe(false)
    const token = tokenIn(sent, 'newsletter confirmation')
    expect((await confirm(token, OTHER)).status).toBe(422)
    expect((await confirm('x'.repeat(43))).body.code).toBe('invalid-link')
    expect((await confirm(token)).status).toBe(204)
    expect((await confirm(token)).status).toBe(204)
    expect(await isSubscribed()).toBe(true)
    expect(await deliverMail(store, 'asha')).toMatchObject([
      {
        kind: 'newsletter confirmed',
        link: `https://asha.example/newsletter#unsubscribe=${token}`,
        unsubscribeUrl: `https://api.asha.example/api/v1/newsletter/unsubscription?token=${token}`,
      },
    ])
  })

  it(
    'ends with one request of a mail program, for this address and shop',
    { tags: ['@req-11.36'] },
    async () => {
      const token = await askForToken()
      await confirm(token)
      expect((await unsubscribe(token, OTHER)).status).toBe(204)
      expect(await isSubscribed()).toBe(true)
      expect((await unsubscribe(token)).status).toBe(204)
      expect(await isSubscribed()).toBe(false)
      expect((await unsubscribe(token)).status).toBe(204)
    },
  )

  it('asks an address that is subscribed no more, with the same response', async () => {
    await confirm(await askForToken())
    await deliverMail(store, 'asha')
    expect((await ask()).status).toBe(204)
    expect(await deliverMail(store, 'asha')).toEqual([])
    expect(await isSubscribed()).toBe(true)
  })

  it('forgets a request that is not confirmed in a week', async () => {
    const token = await askForToken()
    store.clock.now = new Date(store.clock.now.getTime() + WEEK_MS + 1)
    expect((await confirm(token)).status).toBe(422)
    expect(await isSubscribed()).toBe(false)
  })

  it('asks one address five times in an hour', async () => {
    const limited = serve(store.db, { rateLimits: true })
    const statuses = []
    for (let count = 0; count < 6; count++)
      statuses.push(
        (await limited.call(SHOP, '/newsletter', { body: { email }, peer: `10.6.0.${count}` })).status,
      )
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  })

  it('is not offered by a shop without the capability', async () => {
    await putTenant(store.db, BELA)
    expect((await store.call(OTHER, '/newsletter', { body: { email } })).status).toBe(404)
    expect((await confirm('x'.repeat(43), OTHER)).status).toBe(404)
  })
})
