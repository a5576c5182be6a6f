import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'

import { isLoopbackAddress } from '@tanabana/node/listen.ts'
import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import type { Channel, Message, Outcome } from '../channel.ts'
import { renderEmail } from './render-email.ts'

export interface SmtpConfig {
  smtpUrl: string
  /** The platform's own sender. */
  mailFrom: string
}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
const CONNECTIONS = 5
const email = z.email()

/** Sends e-mail through a mail server, over a few connections that stay open. */
export function openSmtpChannel({ smtpUrl, mailFrom }: SmtpConfig): Channel {
  const url = new URL(smtpUrl)
  const isLocal = isLocalHost(url.hostname) || isLoopbackAddress(url.hostname)
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    // Passwords and addresses cross no network in clear text.
    requireTLS: !isLocal,
    ...(isLocal && { tls: { rejectUnauthorized: false } }),
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    pool: true,
    maxConnections: CONNECTIONS,
    // Attempts are counted in the table of messages.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    addressOf: ({ recipient }) => readAddress(recipient.email),
    async send(message, signal) {
      const { subject, html, text } = await renderEmail(message)
      try {
        await transport.sendMail({ ...envelopeOf(message, mailFrom), subject, html, text, signal })
        return { state: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: () => transport.close(),
  }
}

function envelopeOf(message: Message, platformFrom: string) {
  const { id, shop, recipient } = message
  const { replyTo = shop.email, unsubscribeUrl } = 'order' in message ? {} : message
  const address = shop.mailFrom ?? platformFrom
  return {
    from: { name: shop.name, address },
    to: { name: recipient.name, address: recipient.email ?? '' },
    replyTo: readAddress(replyTo),
    messageId: `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    // No holiday message, and no mail loop.
    headers: {
      ...{ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** One address, and no list of them or text around it. */
function readAddress(text: string | undefined): string | undefined {
  return z.safeParse(email, text).data
}

/** Codes with which servers say that there is no such mailbox, or none that takes mail. */
const BOUNCE_CODES = [550, 551, 553]
const BOUNCE_STATUS = /\b5\.(?:1\.[1236]|2\.1)\b/
const OTHER_STATUS = /\b5\.\d{1,3}\.\d{1,3}\b/

/** What an error of the mail server means. Its own words may name the address, so they are not repeated. */
function outcomeOf(error: unknown): Outcome {
  const { code = '', command = '', responseCode = 0, response = '' } = error as SmtpError
  const said = [command, responseCode || code, OTHER_STATUS.exec(response)?.[0]].filter(Boolean).join(' ')
  const reason = `The mail server responded: ${said || 'nothing'}`
  if (responseCode >= 500 && responseCode !== 503) {
    if (command === 'RCPT TO') {
      const hasStatus = OTHER_STATUS.test(response)
      const isBounce = hasStatus ? BOUNCE_STATUS.test(response) : BOUNCE_CODES.includes(responseCode)
      return { state: isBounce ? 'bounced' : 'refused', reason }
    }
    if (command === 'DATA') return { state: 'refused', reason }
    // The sender or the password is refused, which the operator can mend.
    return { state: 'later', reason, isUnreachable: true }
  }
  if (responseCode >= 400)
    return { state: 'later', reason, isUnreachable: command !== 'RCPT TO' && command !== 'DATA' }
  return {
    state: 'later',
    reason: `The mail server can't be reached: ${code || 'no connection'}`,
    isUnreachable: true,
  }
}

interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}
