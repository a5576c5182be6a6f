import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ShopMessage } from '../../../../api/messages/channel.ts'
import { renderEmail } from '../../../../api/messages/email/render-email.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { ASHA, openStore, serve, type Store } from '../../../kit/api/store.ts'
import { deliverMail } from '../../../kit/messages/deliver-mail.ts'

const SHOP = 'asha.example'
const MESSAGE = {
  name: 'Meera Iyer',
  email: 'Meera@Example.com',
  subject: 'A torn seam',
  message: 'The seam came open.\nBuy at https://spam.example/',
}

let store: Store

beforeAll(async () => {
  store = await openStore()
  await putTenant(store.db, {
    ...ASHA,
    record: { ...ASHA.record, companyEmail: 'care@asha.example', capabilities: ['contact'] },
  })
}, 60_000)

afterAll(() => store.close())
beforeEach(() => deliverMail(store, 'asha'))

const send = (changes: Partial<typeof MESSAGE> = {}) =>
  store.call(SHOP, '/contact', { body: { ...MESSAGE, ...changes } })

describe('a contact message', () => {
  it(
    'gets a number, and goes to the merchant and as an acknowledgement to the sender',
    { tags: ['@req-11.35'] },
    async () => {
      const { status, body } = await send()
      expect([status, body]).toEqual([201, { number: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) }])
      const sent = (await deliverMail(store, 'asha')) as ShopMessage[]
      expect(sent).toMatchObject([
        { kind: 'contact received', recipient: { email: 'meera@example.com' } },
        { kind: 'contact message', recipient: { email: 'care@asha.example' }, replyTo: 'meera@example.com' },
      ])
      const [toSender, toMerchant] = await Promise.all(sent.map(renderEmail))
      for (const mail of [toSender, toMerchant]) expect(mail?.subject).toContain(body.number)
      expect(toMerchant?.text).toContain('The seam came open.')
    },
  )

  it('is no way to write to a stranger: the acknowledgement repeats nothing of it', async () => {
    await send()
    const [toSender] = await deliverMail(store, 'asha')
    if (!toSender) throw new Error('There is no message.')
    const { subject, text, html } = await renderEmail(toSender)
    for (const part of [subject, text, html])
      for (const word of ['Meera', 'torn', 'seam', 'spam.example']) expect(part).not.toContain(word)
  })

  it.each([
    ['an empty field', { subject: ' ' }],
    ['no e-mail', { email: 'meera' }],
    ['a header in the subject', { subject: 'Hi\r\nBcc: all@example.com' }],
    ['a very long message', { message: 'x'.repeat(5001) }],
  ])('with %s is refused', async (_case, changes) => {
    expect((await send(changes)).status).toBe(422)
    expect(await deliverMail(store, 'asha')).toEqual([])
  })

  it('comes from one address five times in an hour', async () => {
    const limited = serve(store.db, { rateLimits: true })
    const statuses = []
    for (let count = 0; count < 6; count++)
      statuses.push((await limited.call(SHOP, '/contact', { body: MESSAGE, peer: `10.7.0.${count}` })).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  it('is not taken by a shop without the capability', async () => {
    expect((await store.call('bela.example', '/contact', { body: MESSAGE })).status).toBe(404)
    expect(await deliverMail(store, 'bela')).toEqual([])
  })
})
