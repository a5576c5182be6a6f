import { afterAll, beforeAll, expect, it } from 'vitest'

import { messages } from '../../api/db/schema.ts'
import { withTenant } from '../../api/db/index.ts'
import { handleEvents } from '../../api/jobs/handle-events.ts'
import type { Message } from '../../api/messages/channel.ts'
import { deliverMessages } from '../../api/messages/deliver.ts'
import { openWebhookChannel } from '../../api/messages/webhooks/webhook-channel.ts'
import { recordMessages } from '../../api/messages/record-messages.ts'
import { findTenant } from '../../api/modules/tenants/find.ts'
import { openSandboxStore, SECRET, type Store } from '../kit/api/store.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../kit/messages/webhook-receiver.ts'
import { run } from './command-line.ts'

const SHOP = 'asha.localhost'

let store: Store
let receiver: WebhookReceiver

beforeAll(async () => {
  store = await openSandboxStore()
  receiver = await startWebhookReceiver()
})

afterAll(async () => {
  await receiver.stop()
  await store.close()
})

const cli = (...argv: string[]) => run(store.db, '/', ...argv)
const json = async (...argv: string[]) => JSON.parse((await cli(...argv, '--json')).lines.join('\n'))

/** Sends what is due of an order: e-mails bounce, webhooks go to the receiver. */
async function deliver(number: string): Promise<void> {
  const signal = new AbortController().signal
  const services = {
    db: store.db,
    config: { port: 8044, storefrontPort: 4321 },
    paymentSecrets: [SECRET],
    log: () => undefined,
    now: () => new Date(),
    channels: {
      email: () =>
        Promise.resolve({
          addressOf: ({ recipient }: Message) => recipient.email,
          send: async () => ({ state: 'bounced' as const, reason: 'The mail server responded: RCPT TO 550' }),
        }),
      webhook: () => Promise.resolve(openWebhookChannel({ now: () => new Date() })),
    },
  }
  const job = { tenantId: 'asha', order: number }
  await handleEvents(store.db, [(event) => recordMessages(services, event)], job, signal)
  const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(messages))
  for (const stream of new Set(rows.map((row) => row.stream)))
    await deliverMessages(services, new Map(), { ...job, stream }, signal)
}

it('a webhook is added with its secret, tested, and gets the events of new orders', async () => {
  const { lines } = await cli('webhooks', 'add', 'asha', receiver.url)
  const id = /^Added webhook (\w{8})\./.exec(lines[0] ?? '')?.[1] ?? ''
  expect(lines[1]).toMatch(/^whsec_[\w+/]{43}=$/)
  expect((await cli('webhooks', 'list', 'asha')).lines).toEqual([`${id}  ${receiver.url}`, '1 webhook.'])
  expect((await cli('webhooks', 'test', 'asha', id)).lines).toEqual([`The webhook ${id} took the test.`])
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' })

  const { orderId } = await store.placeOrder(SHOP)
  receiver.respond = (response) => void response.writeHead(500).end()
  await deliver(orderId.replaceAll('-', ''))
  const [delivery] = await json('webhooks', 'deliveries', 'asha')
  expect(delivery).toMatchObject({
    ...{ order: orderId, what: 'event 1', to: id, state: 'waiting', attempts: 1 },
    error: 'It responded with 500.',
  })
  receiver.respond = (response) => void response.writeHead(204).end()
  expect((await cli('webhooks', 'redeliver', 'asha', delivery.id)).lines).toEqual([
    `Message ${delivery.id} is sent again within a minute while the API runs.`,
  ])
  await deliver(orderId.replaceAll('-', ''))
  const ofOrders = receiver.received.filter(({ body }) => JSON.parse(body).type === 'order.created')
  expect(ofOrders.map(({ headers }) => headers['webhook-id'])).toEqual([delivery.id, delivery.id])
  expect(await json('webhooks', 'deliveries', 'asha', '--state', 'sent')).toMatchObject([
    { what: 'event 1', order: orderId },
  ])
  expect((await cli('webhooks', 'remove', 'asha', id)).lines).toEqual([`Removed webhook ${id}.`])
  expect(await cli('webhooks', 'test', 'asha', id)).toMatchObject({ exitCode: 1 })
})

it('a webhook of another machine is refused with the remedy', async () => {
  expect(await cli('webhooks', 'add', 'asha', 'http://10.0.0.5/hook')).toMatchObject({
    exitCode: 1,
    problems: ['http://10.0.0.5/hook is no address for a webhook. The address must begin with https://.'],
  })
})

it('messages list shows an address that bounced, and messages retry counts it as good', async () => {
  const { orderId } = await store.placeOrder(SHOP)
  await deliver(orderId.replaceAll('-', ''))
  const [message] = await json('messages', 'list', 'asha', '--order', orderId, '--state', 'bounced')
  expect(message).toMatchObject({
    what: 'order received',
    to: 'shopper',
    error: 'The mail server responded: RCPT TO 550',
  })
  const { lines } = await cli('messages', 'list', 'asha', '--state', 'bounced')
  expect(lines[0]).toContain(
    `${orderId}  order received  shopper  bounced  The mail server responded: RCPT TO 550`,
  )
  expect(await cli('messages', 'retry', 'asha', message.id)).toMatchObject({ exitCode: 0 })
  expect(await json('messages', 'list', 'asha', '--order', orderId, '--state', 'bounced')).toEqual([])
  expect(await cli('messages', 'retry', 'asha', 'unknown')).toMatchObject({
    exitCode: 1,
    problems: ['This shop has no message "unknown". List them with: store messages list'],
  })
})

it('a shop gets a sender of its own, and gives it back', async () => {
  const { lines } = await cli('shop', 'update', 'asha', '--mail-from', 'orders@asha.example')
  expect(lines).toContain('E-mails come from orders@asha.example.')
  expect((await findTenant(store.db, 'asha'))?.mailFrom).toBe('orders@asha.example')
  await cli('shop', 'update', 'asha', '--mail-from', '')
  expect((await findTenant(store.db, 'asha'))?.mailFrom).toBeUndefined()
  expect(await cli('shop', 'update', 'asha', '--mail-from', 'no address')).toMatchObject({ exitCode: 1 })
})
