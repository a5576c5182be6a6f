import type { Command } from 'commander'

import { toAsciiDigits } from '@tanabana/contract/digits.ts'
import { readTenant, withTenant } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import {
  findContactMessage,
  listContactMessages,
  markAnswered,
  removeContactMessage,
} from '../../api/modules/contact/contact-messages.ts'
import { listSubscriptions, removeSubscription } from '../../api/modules/newsletter/subscriptions.ts'
import { CommandError, requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { shopOrigins } from '../../api/modules/tenants/shop-origins.ts'
import { timeText } from './time-text.ts'

const LISTED_MAX = 100

const CONTACT_HELP = `
Examples:
  store contact list silkhouse
  store contact show silkhouse 7K3M-9Q2X
  store contact answered silkhouse 7K3M-9Q2X
  store contact remove silkhouse 7K3M-9Q2X

Each message also goes to the company email, and its sender gets the number as an acknowledgement. Messages are kept for
a year.`

const NEWSLETTER_HELP = `
Examples:
  store newsletter list silkhouse
  store newsletter remove silkhouse asha@example.com

list has confirmed addresses alone, each with its link to unsubscribe: put it into each newsletter that you send. remove
ends a subscription for a reader who writes to you.`

/** `store contact …` and `store newsletter …` */
export function addContactCommands(program: Command, context: CommandContext): void {
  const contact = program.command('contact').description('read the messages of the contact form')
  contact.addHelpText('after', CONTACT_HELP)
  contact
    .command('list')
    .description(`list the newest ${LISTED_MAX} messages`)
    .argument('<shop>', 'id of the shop')
    .action((shop: string) => listContacts(context, shop))
  contact
    .command('show')
    .description('print a message')
    .argument('<shop>', 'id of the shop')
    .argument('<number>', 'number of the message')
    .action((shop: string, number: string) => showContact(context, shop, number))
  contact
    .command('answered')
    .description('record that you answered a message')
    .argument('<shop>', 'id of the shop')
    .argument('<number>', 'number of the message')
    .action((shop: string, number: string) => markContact(context, shop, number))
  contact
    .command('remove')
    .description('delete a message for good')
    .argument('<shop>', 'id of the shop')
    .argument('<number>', 'number of the message')
    .action((shop: string, number: string) => removeContact(context, shop, number))

  const newsletter = program.command('newsletter').description('list the readers of the newsletter')
  newsletter.addHelpText('after', NEWSLETTER_HELP)
  newsletter
    .command('list')
    .description('list confirmed addresses with their links to unsubscribe')
    .argument('<shop>', 'id of the shop')
    .action((shop: string) => listReaders(context, shop))
  newsletter
    .command('remove')
    .description('end a subscription')
    .argument('<shop>', 'id of the shop')
    .argument('<email>', 'email of the reader')
    .action((shop: string, email: string) => removeReader(context, shop, email))
}

async function listContacts({ database, output }: CommandContext, shop: string): Promise<void> {
  const db = await database()
  const { id } = await requireTenant(db, shop)
  const rows = await readTenant(db, id, (tx) => listContactMessages(tx, id, LISTED_MAX))
  const shown = rows.map(({ number, createdAt, answeredAt, name, email, subject }) => ({
    ...{ number: formatOrderNumber(number), at: createdAt.toISOString(), name, email, subject },
    answeredAt: answeredAt?.toISOString() ?? null,
  }))
  for (const { number, at, name, email, subject, answeredAt } of shown)
    output.line([number, timeText(at), name, email, subject, ...(answeredAt ? ['answered'] : [])].join('  '))
  output.result(shown)
  output.line(`${count(shown.length, 'message')}.`)
}

async function showContact({ database, output }: CommandContext, shop: string, typed: string): Promise<void> {
  const db = await database()
  const { id } = await requireTenant(db, shop)
  const found = await readTenant(db, id, (tx) => findContactMessage(tx, id, toNumber(typed)))
  if (!found) throw noMessage(typed)
  const { number, name, email, subject, message, createdAt } = found
  output.line(`${formatOrderNumber(number)}  ${timeText(createdAt.toISOString())}`)
  output.line(`From: ${name}, ${email}`)
  output.line(`Subject: ${subject}`)
  for (const line of message.split('\n')) output.line(line)
  output.result({ number: formatOrderNumber(number), name, email, subject, message })
}

async function markContact({ database, output }: CommandContext, shop: string, typed: string): Promise<void> {
  const db = await database()
  const { id } = await requireTenant(db, shop)
  const row = await withTenant(db, id, (tx) => markAnswered(tx, id, toNumber(typed), new Date()))
  if (!row) throw noMessage(typed)
  output.result({ answered: typed })
  output.line(`Recorded an answer to the message ${typed}.`)
}

async function removeContact(
  { database, output }: CommandContext,
  shop: string,
  typed: string,
): Promise<void> {
  const db = await database()
  const { id } = await requireTenant(db, shop)
  const isRemoved = await withTenant(db, id, (tx) => removeContactMessage(tx, id, toNumber(typed)))
  if (!isRemoved) throw noMessage(typed)
  output.result({ removed: typed })
  output.line(`Deleted the message ${typed}.`)
}

async function listReaders({ database, output }: CommandContext, shop: string): Promise<void> {
  const db = await database()
  const tenant = await requireTenant(db, shop)
  const { id } = tenant
  const rows = await readTenant(db, id, (tx) => listSubscriptions(tx, id))
  const { shop: origin } = shopOrigins(tenant)
  const shown = rows.map(({ email, language, confirmedAt, token }) => ({
    ...{ email, language: language ?? undefined, since: confirmedAt?.toISOString() },
    unsubscribe: `${origin}/newsletter#unsubscribe=${token}`,
  }))
  for (const { email, language = '-', unsubscribe } of shown)
    output.line([email, language, unsubscribe].join('  '))
  output.result(shown)
  output.line(`${count(shown.length, 'reader')}.`)
}

async function removeReader(
  { database, output }: CommandContext,
  shop: string,
  email: string,
): Promise<void> {
  const db = await database()
  const { id } = await requireTenant(db, shop)
  if (!(await withTenant(db, id, (tx) => removeSubscription(tx, id, email, new Date()))))
    throw new CommandError(`The shop ${id} has no reader with the email ${email}. Check the email.`)
  output.result({ shop: id, removed: email })
  output.line(`Ended the subscription of ${email}.`)
}

function toNumber(typed: string): string {
  return toAsciiDigits(typed).replace(/[\s-]/g, '').toUpperCase()
}

function noMessage(typed: string): CommandError {
  return new CommandError(`This shop has no message "${typed}". List them with: store contact list`)
}
