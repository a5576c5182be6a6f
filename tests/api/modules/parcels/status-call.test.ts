import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { renewCourierSecret } from '../../../../api/modules/parcels/courier-secret.ts'
import { run } from '../../../cli/command-line.ts'
import { openSandboxStore, product, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.localhost'
const NOT_SIGNED = 'The call is not signed for this shop, or it is too old.'

let store: Store
let secret = ''

beforeAll(async () => {
  store = await openSandboxStore([product('kurta')])
  secret = (await run(store.db, '.', 'parcels', 'secret', 'asha')).lines[0] ?? ''
}, 300_000)

afterAll(() => store.close())

async function sent(): Promise<string> {
  const { orderId } = await store.placeOrder(SHOP)
  const command = (...argv: string[]) => run(store.db, '.', ...argv)
  await command('payments', 'received', 'asha', orderId, '--reference', `R${orderId}`)
  await command('orders', 'ship', 'asha', orderId, '--courier', 'Delhivery', '--tracking', '1490')
  return orderId
}

const statusOf = async (orderId: string) =>
  JSON.parse((await run(store.db, '.', 'orders', 'show', 'asha', orderId, '--json')).lines.join('\n'))

interface Signing {
  key?: string
  at?: Date
  host?: string
  /** Sent in place of the signed body. */
  changed?: unknown
}

async function report(body: unknown, { key = secret, at = new Date(), host = SHOP, changed }: Signing = {}) {
  const id = 'msg_1'
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, JSON.stringify(body)),
  }
  return store.call(host, '/parcels/status', { body: changed ?? body, headers })
}

describe('POST /parcels/status', { tags: ['@req-12.4'] }, () => {
  it('records what the courier reports, and refuses what can not be, in one response', async () => {
    const [home, back] = [await sent(), await sent()]
    const { status, body } = await report({
      parcels: [
        { order: home, status: 'delivered' },
        { order: back, status: 'undelivered' },
        { order: '7K3M-9Q2X-V0AB', status: 'lost' },
      ],
    })
    expect(status).toBe(200)
    expect(body.parcels).toEqual([
      { order: home, status: 'delivered', outcome: 'recorded' },
      { order: back, status: 'undelivered', outcome: 'recorded' },
      { order: '7K3M-9Q2X-V0AB', outcome: 'refused', reason: 'This shop has no order 7K3M-9Q2X-V0AB.' },
    ])
    expect(await statusOf(home)).toMatchObject({ status: 'delivered' })
    await report({ parcels: [{ order: back, status: 'returned-to-sender' }] })
    expect(await statusOf(back)).toMatchObject({ status: 'cancelled', parcel: 'returned to sender' })
  })

  it('is harmless when it comes twice, and when an older report comes late', async () => {
    const orderId = await sent()
    const undelivered = { parcels: [{ order: orderId, status: 'undelivered' }] }
    await report(undelivered)
    const { body } = await report(undelivered)
    expect(body.parcels).toEqual([{ order: orderId, status: 'undelivered', outcome: 'unchanged' }])
    await report({ parcels: [{ order: orderId, status: 'lost' }] })
    expect((await report(undelivered)).body.parcels[0]).toMatchObject({ outcome: 'refused' })
    expect(await statusOf(orderId)).toMatchObject({ status: 'cancelled', parcel: 'lost', refundDue: 999.5 })
  })

  it.each<[string, () => Signing | Promise<Signing>]>([
    ['with another secret', () => ({ key: `whsec_${Buffer.alloc(32, 7).toString('base64')}` })],
    ['again after 5 minutes', () => ({ at: new Date(Date.now() - 6 * 60_000) })],
    ['for another shop', () => ({ host: 'bela.localhost' })],
    ['with another body', () => ({ changed: { parcels: [{ order: '7K3M-9Q2X-V0AB', status: 'lost' }] } })],
    [
      'with the secret of the shop before',
      async () => {
        const before = secret
        secret = await withTenant(store.db, 'asha', (tx) => renewCourierSecret(tx, 'asha'))
        return { key: before }
      },
    ],
  ])('is refused %s', async (_, signing) => {
    const orderId = await sent()
    const body = { parcels: [{ order: orderId, status: 'lost' }] }
    const { status, body: said } = await report(body, await signing())
    expect([status, said.error]).toEqual([401, NOT_SIGNED])
    expect(await statusOf(orderId)).toMatchObject({ status: 'shipped', parcel: null })
  })

  it('is refused without a signature, and when it is no list of reports', async () => {
    const { status } = await store.call(SHOP, '/parcels/status', { body: { parcels: [] } })
    expect(status).toBe(401)
    for (const body of [{ parcels: [] }, { parcels: [{ order: 'x', status: 'eaten' }] }, []]) {
      const refused = await report(body)
      expect([refused.status, refused.body.error]).toEqual([
        422,
        'Send { "parcels": [{ "order", "status" }] } with 1 to 100 parcels; a status is one of delivered, undelivered, on-its-way-back, returned-to-sender, lost.',
      ])
    }
  })
})
