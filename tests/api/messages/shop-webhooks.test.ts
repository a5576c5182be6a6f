import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { withTenant } from '../../../api/db/index.ts'
import { messages } from '../../../api/db/schema.ts'
import { deliverMessages } from '../../../api/messages/deliver.ts'
import { openWebhookChannel } from '../../../api/messages/webhooks/webhook-channel.ts'
import { addEndpoint } from '../../../api/modules/shop-messages/webhook-endpoints.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { ASHA, BELA, openStore, SECRET, type Store } from '../../kit/api/store.ts'
import { deliverMail, tokenIn } from '../../kit/messages/deliver-mail.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../kit/messages/webhook-receiver.ts'

const SHOP = 'asha.localhost'
const PASSWORD = 'zari-loom-7'
const SHOPS = { asha: SHOP, bela: 'bela.localhost' }

let store: Store
const receivers = new Map<string, WebhookReceiver>()

beforeAll(async () => {
  store = await openStore()
  for (const tenant of [ASHA, BELA]) {
    const receiver = await startWebhookReceiver()
    receivers.set(tenant.id, receiver)
    await putTenant(store.db, {
      ...{ ...tenant, hosts: [SHOPS[tenant.id as keyof typeof SHOPS]] },
      record: {
        ...tenant.record,
        capabilities: ['account-data', 'account-settings', 'contact', 'email-change', 'newsletter'],
      },
    })
    await withTenant(store.db, tenant.id, (tx) => addEndpoint(tx, tenant.id, receiver.url))
  }
}, 60_000)

afterAll(async () => {
  for (const receiver of receivers.values()) await receiver.stop()
  await store.close()
})

const call = async (path: string, body: object, token?: string) =>
  (await store.call(SHOP, path, { body, ...(token !== undefined && { token }) })).body
const signIn = async (email: string, password: string) =>
  (await call('/users/authorize', { email, password })).token as string

/** What the webhooks of a shop got since the last call. */
async function received(tenantId: string) {
  const receiver = receivers.get(tenantId)
  const services = {
    ...{ db: store.db, config: { port: 8044, storefrontPort: 4321 }, paymentSecrets: [SECRET] },
    channels: {
      webhook: () => Promise.resolve(openWebhookChannel({ now: () => store.clock.now })),
    },
    ...{ log: () => undefined, now: () => store.clock.now },
  }
  const rows = await withTenant(store.db, tenantId, (tx) =>
    tx.select().from(messages).where(eq(messages.channel, 'webhook')).orderBy(asc(messages.position)),
  )
  for (const { stream } of rows)
    await deliverMessages(services, new Map(), { tenantId, stream }, new AbortController().signal)
  const bodies = receiver?.received.splice(0).map(({ body }) => JSON.parse(body)) ?? []
  return bodies.map(({ type, data }) => ({ type, ...data }))
}

it('webhooks learn what happens to an account, until it is erased', async () => {
  const [email, other] = ['meera@example.com', 'meera.iyer@example.com']
  const name = { firstName: 'Meera', lastName: 'Iyer' }
  await call('/users/register', { email, password: PASSWORD, ...name })
  const [created, ...more] = await received('asha')
  expect(more).toEqual([])
  const account = { id: expect.stringMatching(/^\w{26}$/), name: 'Meera Iyer', email }
  expect(created).toEqual({ type: 'account.created', shop: 'asha', account })

  const { id } = created.account
  const password = 'kasavu-river-9'
  const token = await signIn(email, PASSWORD)
  await call('/account/password', { currentPassword: PASSWORD, password }, token)
  expect(await received('asha')).toMatchObject([{ type: 'account.password-changed', account: { id } }])
  await call('/account/email', { email: other, password }, token)
  expect(await received('asha')).toEqual([])
  const link = tokenIn(await deliverMail(store, 'asha'), 'email confirmation')
  await call('/account/email/confirmation', { token: link })
  expect(await received('asha')).toEqual([
    { type: 'account.email-changed', shop: 'asha', account: { id, name: 'Meera Iyer', email: other } },
  ])
  await call('/account/erasure', { password }, token)
  expect(await received('asha')).toEqual([{ type: 'account.erased', shop: 'asha', account: { id } }])
  expect(await received('bela')).toEqual([])
})

it('webhooks learn of contact messages, and who subscribes to the newsletter and ends it', async () => {
  const message = {
    name: 'Meera',
    email: 'meera@example.com',
    subject: 'Size',
    message: 'Does it run small?',
  }
  const { number } = await call('/contact', message)
  const { message: text, ...rest } = message
  expect(await received('asha')).toEqual([
    { type: 'contact.received', shop: 'asha', contact: { ...rest, number, text } },
  ])
  await call('/newsletter', { email: 'reader@example.com' })
  expect(await received('asha')).toEqual([])
  const token = tokenIn(await deliverMail(store, 'asha'), 'newsletter confirmation')
  await call('/newsletter/confirmation', { token })
  const [confirmed] = await received('asha')
  const subscription = { id: expect.stringMatching(/^\w{26}$/), email: 'reader@example.com' }
  expect(confirmed).toEqual({ type: 'newsletter.confirmed', shop: 'asha', subscription })
  await store.call(SHOP, `/newsletter/unsubscription?token=${token}`, { method: 'POST' })
  expect(await received('asha')).toEqual([
    { type: 'newsletter.ended', shop: 'asha', subscription: { id: confirmed.subscription.id } },
  ])
  expect(await received('bela')).toEqual([])
})
