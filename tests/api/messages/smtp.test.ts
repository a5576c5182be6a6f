import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, it } from 'vitest'

import type { Channel, Message } from '../../../api/messages/channel.ts'
import { openSmtpChannel } from '../../../api/messages/email/smtp-channel.ts'
import { ALL_MESSAGES, exampleMessage } from '../../kit/messages/example-messages.ts'

let server: SMTPServer | undefined
let channel: Channel | undefined

afterEach(async () => {
  channel?.close?.()
  await new Promise<void>((resolve) => {
    if (server) server.close(() => resolve())
    else resolve()
  })
  server = undefined
})

/** A mail server of this machine, and the channel that sends through it. Returns what it received. */
async function openServer(options: SMTPServerOptions = {}) {
  const received: string[] = []
  const own = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
    ...options,
  })
  own.on('error', () => undefined)
  server = own
  const port = await new Promise<number>((resolve) => {
    const { server: inner } = own
    own.listen(0, '127.0.0.1', () => {
      const address = inner.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  channel = openSmtpChannel({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'mail@platform.example' })
  return { received, channel }
}

const send = (to: Channel, message: Message) => to.send(message, AbortSignal.timeout(10_000))

/** An error with which a server refuses a command. */
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

describe('an e-mail', () => {
  it('comes in the name of the shop, is replied to there, and has one id in each attempt', async () => {
    const { received, channel } = await openServer()
    const message = exampleMessage('order paid')
    expect(await send(channel, message)).toEqual({ state: 'sent' })
    expect(await send(channel, message)).toEqual({ state: 'sent' })
    const mails = await Promise.all(received.map((text) => PostalMime.parse(text)))
    expect(mails[0]).toMatchObject({
      from: { name: 'Asha Silks', address: 'mail@platform.example' },
      to: [{ name: 'Meera', address: 'meera@example.com' }],
      replyTo: [{ address: 'care@asha.example' }],
      subject: 'We have received your payment for order 7K3M-9Q2X-V0AB',
    })
    expect(mails.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${message.id}@platform.example>`))
    expect(mails[0]?.text).toContain('₹2,598.5')
    expect(mails[0]?.html).toContain('<table')
  })

  it('comes from the domain that the operator approved for the shop', async () => {
    const { received, channel } = await openServer()
    const message = exampleMessage('order paid')
    await send(channel, { ...message, shop: { ...message.shop, mailFrom: 'orders@asha.example' } })
    const mail = await PostalMime.parse(received[0] ?? '')
    expect(mail.from?.address).toBe('orders@asha.example')
    expect(mail.messageId).toBe(`<${message.id}@asha.example>`)
  })

  it('of the newsletter lets a mail program end it, and no other one does', async () => {
    const { received, channel } = await openServer()
    const unsubscribeUrl = 'https://api.asha.example/api/v1/newsletter/unsubscription?token=x'
    const newsletter = ALL_MESSAGES.find(({ kind }) => kind === 'newsletter confirmed')
    if (!newsletter || 'order' in newsletter) throw new Error('There is no such example.')
    await send(channel, { ...newsletter, unsubscribeUrl })
    await send(channel, exampleMessage('order paid'))
    const [first, second] = await Promise.all(received.map((text) => PostalMime.parse(text)))
    const header = (mail: typeof first, name: string) => mail?.headers.find(({ key }) => key === name)?.value
    expect(header(first, 'list-unsubscribe')).toBe(`<${unsubscribeUrl}>`)
    expect(header(first, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header(second, 'list-unsubscribe')).toBeUndefined()
    expect(header(second, 'auto-submitted')).toBe('auto-generated')
  })

  it('goes to no text that is no address, as after an erasure', async () => {
    const { channel } = await openServer()
    const message = exampleMessage('order paid')
    const to = (email: string) => channel.addressOf({ ...message, recipient: { name: 'X', email } })
    expect(to('meera@example.com')).toBe('meera@example.com')
    for (const email of ['', 'erased-abc', 'a@b', 'a@example.com, b@example.com', 'a <a@example.com>'])
      expect(to(email), email).toBeUndefined()
  })
})

describe('a mail server', () => {
  it.each([
    ['knows no such mailbox', 550, '5.1.1 <meera@example.com> unknown', 'bounced'],
    ['says so without a status', 550, '<meera@example.com> unknown', 'bounced'],
    ['blocks the sender', 550, '5.7.1 <meera@example.com> blocked', 'refused'],
    ['has no room at the moment', 452, '4.2.2 <meera@example.com> full', 'later'],
  ])('that %s', async (_case, code, text, state) => {
    const { channel } = await openServer({
      onRcptTo: (_address, _session, done) => done(refusal(code, text)),
    })
    const outcome = await send(channel, exampleMessage('order paid'))
    expect(outcome).toMatchObject({ state })
    expect(outcome).not.toMatchObject({ isUnreachable: true })
    expect(JSON.stringify(outcome)).not.toContain('meera')
  })

  it('that refuses the text of a message is not asked again', async () => {
    const { channel } = await openServer({
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', () => done(refusal(554, '5.6.0 No')))
      },
    })
    expect(await send(channel, exampleMessage('order paid'))).toMatchObject({ state: 'refused' })
  })

  it('that refuses the sender is tried again: the operator can mend it', async () => {
    const { channel } = await openServer({
      onMailFrom: (_address, _session, done) => done(refusal(553, '5.7.1 Not yours')),
    })
    expect(await send(channel, exampleMessage('order paid'))).toMatchObject({
      ...{ state: 'later', isUnreachable: true },
    })
  })

  it('that drops the connection after the text is tried again', async () => {
    const { channel } = await openServer({
      onData(stream, session) {
        stream.resume()
        stream.on('end', () => {
          for (const one of server?.connections ?? []) if (one.session === session) one.close()
        })
      },
    })
    expect(await send(channel, exampleMessage('order paid'))).toMatchObject({ state: 'later' })
  })

  it('that is away is tried again', async () => {
    const { channel } = await openServer()
    await new Promise<void>((resolve) => server?.close(() => resolve()))
    server = undefined
    expect(await send(channel, exampleMessage('order paid'))).toMatchObject({
      ...{ state: 'later', isUnreachable: true },
    })
  })

  it('that hangs is left when the time of the attempt ends', async () => {
    const { channel } = await openServer({ onMailFrom: () => undefined })
    const stop = new AbortController()
    const outcome = channel.send(exampleMessage('order paid'), stop.signal)
    stop.abort()
    expect(await outcome).toMatchObject({ state: 'later' })
  })
})
