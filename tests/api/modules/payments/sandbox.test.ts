import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { sandboxHeaders } from '../../../kit/api/sandbox-webhook.ts'
import { ASHA, openStore, serve, type Store } from '../../../kit/api/store.ts'

/** Asha has a public and a local host, Bela only local ones. */
let store: Store

beforeAll(async () => {
  store = await openStore()
  await putTenant(store.db, { ...ASHA, id: 'bela', hosts: ['bela.localhost', 'localhost'] })
}, 60_000)

afterAll(() => store.close())

async function methodsOf(host: string, api: Pick<Store, 'call'> = store): Promise<string[]> {
  const { body } = await api.call(host, '/payments/fields')
  const [method] = body.fields as { options: { value: string }[] }[]
  return method?.options.map(({ value }) => value) ?? []
}

async function pay(host: string) {
  const { orderId, token } = await store.placeOrder(host)
  const fields = { method: 'upi-qr', phone: '+919876543210' }
  const { body } = await store.call(host, '/payments', { body: { orderId, fields }, token })
  return { orderId, paymentId: new URL(body.action.qr).searchParams.get('tr') ?? '', token }
}

/** Starts a sandbox payment of Asha while the shop has only a local host. */
async function payBeforeThePublicHost() {
  await putTenant(store.db, { ...ASHA, hosts: ['asha.localhost'] })
  const payment = await pay('asha.localhost')
  await putTenant(store.db, ASHA)
  return payment
}

/** The callback that the sandbox itself sends for an approved payment. */
function approval({ orderId, paymentId }: { orderId: string; paymentId: string }) {
  const event = { eventId: 'e1', type: 'payment.paid', paymentId, orderId, amount: '999.50', currency: 'INR' }
  const body = JSON.stringify(event)
  return { body, headers: sandboxHeaders(body, store.clock.now) }
}

describe.each(['asha.example', 'api.asha.example', 'asha.localhost'])(
  'a shop with a public host, asked as %s, with PAYMENT_SANDBOX=on',
  (host) => {
    it('offers no payment by the sandbox and forwards none to it', async () => {
      expect(await methodsOf(host)).not.toContain('card')
      const form = { type: 'sandbox', url: `https://${host}/sandbox/pay` }
      expect((await store.request(host, '/api/v1/payments/relay', { form })).status).toBe(400)
    })

    it.each(['/sandbox/upi', '/sandbox/pay', '/sandbox/pay/decision'])('answers 404 at %s', async (path) => {
      const form = path === '/sandbox/upi' ? undefined : { decision: 'approve' }
      expect((await store.request(host, path, form && { form })).status).toBe(404)
    })

    it(
      'is paid neither on the page of a payment nor by a webhook',
      { tags: ['@decision-1.18', '@req-13.3'] },
      async () => {
        const payment = await payBeforeThePublicHost()
        const page = `/sandbox/upi/${payment.paymentId}`
        expect((await store.request(host, page)).status).toBe(404)
        expect((await store.request(host, page, { form: { decision: 'approve' } })).status).toBe(404)
        expect((await store.call(host, '/payments/callback/sandbox', approval(payment))).status).toBe(401)
        expect(await store.statusOf(host, payment.orderId, payment.token)).toBe(0)
      },
    )
  },
)

describe('a shop of this machine', () => {
  it('pays in the sandbox where PAYMENT_SANDBOX is on', { tags: ['@req-13.3'] }, async () => {
    expect(await methodsOf('bela.localhost')).toContain('card')
    const { orderId, paymentId, token } = await pay('bela.localhost')
    await store.request('bela.localhost', `/sandbox/upi/${paymentId}`, { form: { decision: 'approve' } })
    expect(await store.statusOf('bela.localhost', orderId, token)).toBe(1)
  })

  it('speaks the language of the shop’s pages, else that of the browser', async () => {
    const { paymentId } = await pay('bela.localhost')
    const pageIn = async (headers: Record<string, string>) => {
      const page = await store.request('bela.localhost', `/sandbox/upi/${paymentId}`, { headers })
      return page.text()
    }
    const hindi = await pageIn({ cookie: 'language=hi', 'accept-language': 'en' })
    expect(hindi).toContain('<html lang="hi">')
    expect(hindi).toContain('भुगतान मंज़ूर करें')
    expect(await pageIn({ 'accept-language': 'hi-IN,hi;q=0.9' })).toContain('भुगतान मंज़ूर करें')
    expect(await pageIn({ cookie: 'language=en', 'accept-language': 'hi-IN' })).toContain('Approve payment')
  })

  it('has no sandbox where it is off', async () => {
    const off = serve(store.db, { sandbox: false })
    expect(await methodsOf('bela.localhost', off)).not.toContain('card')
    expect((await off.request('bela.localhost', '/sandbox/upi')).status).toBe(404)
  })
})
