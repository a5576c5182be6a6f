import { afterAll, beforeAll, expect, it } from 'vitest'

import { putTenant } from '../../api/modules/tenants/write.ts'
import { ASHA, openStore, type Store } from '../kit/api/store.ts'
import { deliverMail, tokenIn } from '../kit/messages/deliver-mail.ts'
import { run } from './command-line.ts'

const SHOP = 'asha.example'

let store: Store

beforeAll(async () => {
  store = await openStore()
  await putTenant(store.db, {
    ...ASHA,
    record: { ...ASHA.record, capabilities: ['contact', 'newsletter'] },
  })
})

afterAll(() => store.close())

const cli = (...argv: string[]) => run(store.db, '/', ...argv)

it('the merchant lists, reads and deletes contact messages', async () => {
  const body = { name: 'Meera', email: 'meera@example.com', subject: 'Size', message: 'Which\none?' }
  const { number } = (await store.call(SHOP, '/contact', { body })).body
  expect((await cli('contact', 'list', 'asha')).lines).toEqual([
    expect.stringMatching(new RegExp(`^${number}  .+  Meera  meera@example.com  Size$`)),
    '1 message.',
  ])
  expect((await cli('contact', 'show', 'asha', number.toLowerCase())).lines.slice(1)).toEqual([
    ...['From: Meera, meera@example.com', 'Subject: Size', 'Which', 'one?'],
  ])
  await cli('contact', 'answered', 'asha', number)
  expect((await cli('contact', 'list', 'asha')).lines[0]).toMatch(/ {2}answered$/)
  expect((await cli('contact', 'remove', 'asha', number)).lines).toEqual([`Deleted the message ${number}.`])
  expect(await cli('contact', 'show', 'asha', number)).toMatchObject({
    exitCode: 1,
    problems: [`This shop has no message "${number}". List them with: store contact list`],
  })
})

it('the merchant lists confirmed readers with their links to unsubscribe, and ends a subscription', async () => {
  await store.call(SHOP, '/newsletter', { body: { email: 'reader@example.com' } })
  await store.call(SHOP, '/newsletter', { body: { email: 'unconfirmed@example.com' } })
  const [first] = await deliverMail(store, 'asha')
  const token = tokenIn(first ? [first] : [], 'newsletter confirmation')
  await deliverMail(store, 'asha')
  expect((await cli('newsletter', 'list', 'asha')).lines).toEqual(['0 readers.'])
  const confirmed = await Promise.all(
    [token].map((one) => store.call(SHOP, '/newsletter/confirmation', { body: { token: one } })),
  )
  expect(confirmed.map(({ status }) => status)).toEqual([204])
  const { lines } = await cli('newsletter', 'list', 'asha')
  expect(lines.at(-1)).toBe('1 reader.')
  expect(lines[0]).toContain(`https://asha.example/newsletter#unsubscribe=${token}`)
  const email = lines[0]?.split('  ')[0] ?? ''
  expect((await cli('newsletter', 'remove', 'asha', email)).lines).toEqual([
    `Ended the subscription of ${email}.`,
  ])
  expect(await cli('newsletter', 'remove', 'asha', email)).toMatchObject({ exitCode: 1 })
})
