import type { Config } from '../config.ts'
import type { Channel, Channels } from './channel.ts'
import type { Mailbox } from './email/mailbox.ts'
import { SHOP_MESSAGE_RULES } from '../modules/shop-messages/shop-message-rules.ts'
import { MESSAGE_RULES, type MessageRule } from './message-rules.ts'

type ChannelConfig = Pick<Config, 'isProduction' | 'smtpUrl' | 'mailFrom'>

/**
 * The channels that the settings allow. Without a mail server, e-mail goes to the mailbox of the demo, and in production
 * nowhere.
 */
export function openChannels(config: ChannelConfig, mailbox: Mailbox, now: () => Date): Channels {
  const email = emailChannel(config, mailbox)
  const webhook = once(async () =>
    (await import('./webhooks/webhook-channel.ts')).openWebhookChannel({ now }),
  )
  return { ...(email && { email }), webhook }
}

function emailChannel(
  { isProduction, smtpUrl, mailFrom }: ChannelConfig,
  mailbox: Mailbox,
): Channels[string] | undefined {
  if (smtpUrl !== undefined && mailFrom !== undefined) {
    return once(async () => (await import('./email/smtp-channel.ts')).openSmtpChannel({ smtpUrl, mailFrom }))
  }
  return isProduction ? undefined : () => Promise.resolve(mailbox)
}

/** What is not sent without a mail server, for the log at the start; `undefined` where one is set or none is needed. */
export function unsentWarning({ isProduction, smtpUrl }: ChannelConfig): string | undefined {
  if (!isProduction || smtpUrl !== undefined) return undefined
  const rules: readonly MessageRule[] = Object.values(MESSAGE_RULES).flat()
  const kinds = new Set(rules.filter(({ channel }) => channel === 'email').map(({ message }) => message))
  const subjects = new Set(Object.keys(SHOP_MESSAGE_RULES).map((event) => event.split('.')[0]))
  return (
    `SMTP_URL is missing, so no e-mail is sent: ${[...kinds].join(', ')}, ` +
    `nor any about ${[...subjects].join(', ')}. Set SMTP_URL and MAIL_FROM.`
  )
}

function once(open: () => Promise<Channel>): () => Promise<Channel> {
  let opened: Promise<Channel> | undefined
  return () => (opened ??= open())
}
