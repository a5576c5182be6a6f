import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { putTenant } from '../../../api/modules/tenants/write.ts'
import { signInStaff, type Staff } from '../../kit/api/staff.ts'
import { ASHA, openStore, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'

let store: Store
let manager: Staff

beforeAll(async () => {
  store = await openStore()
  const record = { ...ASHA.record, companyEmail: 'care@asha.example', capabilities: ['contact' as const] }
  await putTenant(store.db, { ...ASHA, hosts: [HOST], record })
  manager = await signInStaff(store, HOST, 'manager')
})

afterAll(() => store.close())

async function write(subject: string): Promise<string> {
  store.clock.now = new Date(store.clock.now.getTime() + 1000)
  const body = { name: 'Meera Iyer', email: 'meera@example.com', subject, message: 'The seam came open.' }
  return (await store.call(HOST, '/contact', { body })).body.number
}

describe('messages of the contact form', { tags: ['@req-12.7', '@req-11.35'] }, () => {
  it('wait in Today, the oldest first, until they are answered', async () => {
    const [seam, size] = [await write('A torn seam'), await write('A size')]
    const subjects = async () =>
      (await manager.call('/today')).body.contactMessages.map((one: { subject: string }) => one.subject)
    expect(await subjects()).toEqual(['A torn seam', 'A size'])
    const { body: list } = await manager.call('/contact-messages?answered=no')
    expect(list.data.map((one: { number: string }) => one.number)).toEqual([size, seam])
    const { id } = list.data[1]
    const answered = await manager.call(`/contact-messages/${id}`, {
      method: 'PATCH',
      body: { answered: true },
    })
    expect(answered.body).toMatchObject({ number: seam, answeredAt: store.clock.now.toISOString() })
    expect(await subjects()).toEqual(['A size'])
    expect((await manager.call('/contact-messages?answered=yes')).body.total).toBe(1)
    await manager.call(`/contact-messages/${id}`, { method: 'PATCH', body: { answered: false } })
    expect(await subjects()).toEqual(['A torn seam', 'A size'])
  })

  it('are marked by those who may change customers, and only where they are', async () => {
    const reader = await signInStaff(store, HOST, 'read-only')
    const options = { method: 'PATCH', body: { answered: true } }
    expect((await reader.call('/contact-messages/x', options)).status).toBe(403)
    expect((await manager.call('/contact-messages/x', options)).status).toBe(404)
  })
})
