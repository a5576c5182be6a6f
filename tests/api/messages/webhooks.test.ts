import type { LookupFunction } from 'node:net'

import { lookupPublic } from '@tanabana/node/public-lookup.ts'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Channel, OrderMessage } from '../../../api/messages/channel.ts'
import { openWebhookChannel } from '../../../api/messages/webhooks/webhook-channel.ts'
import { exampleMessage } from '../../kit/messages/example-messages.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../kit/messages/webhook-receiver.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

let receiver: WebhookReceiver
let channel: Channel

beforeEach(async () => {
  receiver = await startWebhookReceiver()
  channel = openWebhookChannel({ now: () => new Date() })
})

afterEach(() => receiver.stop())

function message(url = receiver.url, isLocal = true): OrderMessage {
  const example = exampleMessage('order paid', 'merchant')
  return {
    ...example,
    kind: 'event',
    shop: { ...example.shop, isLocal },
    endpoint: { id: '4TQ8XK2M', url, secret: SECRET },
  }
}

const send = (one: OrderMessage) => channel.send(one, AbortSignal.timeout(20_000))

describe('a webhook', () => {
  it('has the event, and a signature that only its own body passes', async () => {
    const one = message()
    expect(await send(one)).toEqual({ state: 'sent' })
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    const sent = new Webhook(SECRET).verify(body, headers as Record<string, string>)
    expect(sent).toMatchObject({
      type: 'order.paid',
      timestamp: '2026-11-21T10:00:00.000Z',
      data: { shop: 'asha', sequence: 3, order: { number: '7K3M-9Q2X-V0AB', total: 259_850 } },
    })
    expect(headers['webhook-id']).toBe(one.id)
    const changed = body.replace('259850', '1')
    expect(() => new Webhook(SECRET).verify(changed, headers as Record<string, string>)).toThrow('signature')
  })

  it('has one id in each attempt', async () => {
    receiver.respond = (response) => void response.writeHead(500).end()
    await send(message())
    await send(message())
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.received).toHaveLength(2)
  })

  it.each([
    [204, { state: 'sent' }],
    [302, { state: 'later', reason: 'It responded with 302.', isUnreachable: false }],
    [404, { state: 'later', reason: 'It responded with 404.', isUnreachable: false }],
    [410, { state: 'bounced', reason: 'It responded with 410.' }],
    [503, { state: 'later', reason: 'It responded with 503.', isUnreachable: true }],
  ])('with the response %i', async (status, outcome) => {
    receiver.respond = (response) => void response.writeHead(status, { location: receiver.url }).end()
    expect(await send(message())).toEqual(outcome)
    expect(receiver.received).toHaveLength(1)
  })

  it('whose receiver closes the connection is tried again', async () => {
    receiver.respond = (response) => void response.destroy()
    expect(await send(message())).toMatchObject({ state: 'later', isUnreachable: true })
  })

  it('whose receiver hangs is left when the time of the attempt ends', async () => {
    const stop = new AbortController()
    receiver.respond = () => stop.abort()
    expect(await channel.send(message(), stop.signal)).toMatchObject({ state: 'later' })
  })
})

describe('an address that is not on the public internet', () => {
  it.each([
    'http://127.0.0.1:9/',
    'https://127.0.0.1:9/',
    'https://[::1]:9/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost:9/',
    'http://example.com/',
    'https://user:password@example.com/',
    'ftp://example.com/',
  ])('gets no webhook: %s', async (url) => {
    expect(await send(message(url, false))).toMatchObject({ state: 'refused' })
  })

  it('gets no webhook by a name that resolves to it', async () => {
    const lookup: LookupFunction = (_hostname, options, callback) =>
      lookupPublic('localhost', options, callback)
    channel = openWebhookChannel({ now: () => new Date(), lookup })
    expect(await send(message('https://shop.example/', false))).toEqual({
      ...{ state: 'refused', reason: 'It must be on the public internet.' },
    })
  })

  it('of another machine gets none of a shop of this machine either', async () => {
    expect(await send(message('http://192.168.1.1/'))).toMatchObject({ state: 'refused' })
    expect(await send(message('https://192.168.1.1/'))).toMatchObject({ state: 'refused' })
  })
})
