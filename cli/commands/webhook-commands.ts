import type { Command } from 'commander'

import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import { readTenant, withTenant } from '../../api/db/index.ts'
import { randomId } from '../../api/ids.ts'
import type { StoredMessage } from '../../api/messages/stored-messages.ts'
import {
  addEndpoint,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
} from '../../api/modules/shop-messages/webhook-endpoints.ts'
import { webhookProblem } from '../../api/messages/webhooks/webhook-address.ts'
import { CommandError, requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { printMessages, sendAgain, stateOption } from './message-commands.ts'

const TEST_MS = 15_000

const WEBHOOK_HELP = `
Examples:
  store webhooks add silkhouse https://erp.silkhouse.in/webhooks
  store webhooks test silkhouse 4TQ8XK2M
  store webhooks deliveries silkhouse --state refused
  store webhooks redeliver silkhouse p4x0k2m7c9v1b3n5q8w6z0t2r4

A webhook gets each event of the shop's orders, accounts, contact form and newsletter as JSON, signed as https://www.standardwebhooks.com describes. It
responds with a status from 200 to 299 within 10 seconds; anything else is tried again for three days, and 410 ends it.
The address is https and on the public internet; a shop of this machine alone may use http://localhost.`

/** `store webhooks …` */
export function addWebhookCommands(program: Command, context: CommandContext): void {
  const commands = program
    .command('webhooks')
    .description("send the shop's events to the merchant's programs")
  commands.addHelpText('after', WEBHOOK_HELP)
  const command = (name: string, description: string) =>
    commands
      .command(name)
      .description(description)
      .argument('<shop>', 'id of the shop')
      .addHelpText('after', WEBHOOK_HELP)
  command('add', 'add an address, and print the secret that verifies its webhooks')
    .argument('<url>', 'address of the program')
    .action((shop: string, url: string) => add(context, shop, url))
  command('list', 'list the addresses, with their secrets with --secrets')
    .option('--secrets', 'print the secrets')
    .action((shop: string, options: { secrets?: true }) => list(context, shop, options))
  command('remove', 'remove an address; what waits for it is not sent')
    .argument('<webhook>', 'id of the webhook, as listed by "webhooks list"')
    .action((shop: string, id: string) => remove(context, shop, id))
  command('test', 'send an event "webhook.test" now, and print what became of it')
    .argument('<webhook>', 'id of the webhook, as listed by "webhooks list"')
    .action((shop: string, id: string) => test(context, shop, id))
  command('deliveries', 'list the newest events that were sent or wait')
    .option('--webhook <webhook>', 'only those of this webhook')
    .addOption(stateOption())
    .action((shop: string, options: { webhook?: string; state?: StoredMessage['state'] }) =>
      printMessages(context, shop, {
        ...{ channel: 'webhook', state: options.state, endpoint: options.webhook },
      }),
    )
  command('redeliver', 'send an event again, with the id that it had')
    .argument('<delivery>', 'id of the delivery, as listed by "webhooks deliveries"')
    .action((shop: string, id: string) => sendAgain(context, shop, id))
}

async function add({ database, output }: CommandContext, shop: string, url: string): Promise<void> {
  const db = await database()
  const { id: tenantId, hosts } = await requireTenant(db, shop)
  const problem = webhookProblem(url, { isLocalShop: hosts.every(isLocalHost) })
  if (problem !== undefined) throw new CommandError(`${url} is no address for a webhook. ${problem}`)
  const { id, secret } = await withTenant(db, tenantId, (tx) => addEndpoint(tx, tenantId, url))
  output.line(`Added webhook ${id}. It gets the events from now on, signed with this secret:`)
  output.line(secret)
  output.result({ id, url, secret })
}

async function list(
  { database, output }: CommandContext,
  shop: string,
  { secrets = false }: { secrets?: boolean },
): Promise<void> {
  const db = await database()
  const { id: tenantId } = await requireTenant(db, shop)
  const endpoints = await readTenant(db, tenantId, (tx) => listEndpoints(tx, tenantId))
  for (const { id, url, secret } of endpoints) output.line([id, url, ...(secrets ? [secret] : [])].join('  '))
  output.result(endpoints.map(({ id, url, secret }) => ({ id, url, ...(secrets && { secret }) })))
  output.line(`${count(endpoints.length, 'webhook')}.`)
}

async function remove({ database, output }: CommandContext, shop: string, id: string): Promise<void> {
  const db = await database()
  const { id: tenantId } = await requireTenant(db, shop)
  if (!(await withTenant(db, tenantId, (tx) => removeEndpoint(tx, tenantId, id)))) throw unknown(id)
  output.line(`Removed webhook ${id}.`)
  output.result({ id })
}

async function test(
  { database, output, lookup, signal }: CommandContext,
  shop: string,
  id: string,
): Promise<void> {
  const db = await database()
  const { id: tenantId, hosts } = await requireTenant(db, shop)
  const endpoint = await readTenant(db, tenantId, (tx) => findEndpoint(tx, tenantId, id))
  if (!endpoint) throw unknown(id)
  const { createWebhookSender } = await import('../../api/messages/webhooks/send-webhook.ts')
  const send = createWebhookSender({ now: () => new Date(), lookup })
  const outcome = await send(
    { endpoint, isLocalShop: hosts.every(isLocalHost) },
    { id: randomId(), type: 'webhook.test', at: new Date(), data: { shop: tenantId } },
    AbortSignal.any([signal, AbortSignal.timeout(TEST_MS)]),
  )
  if (outcome.state !== 'sent')
    throw new CommandError(`The webhook ${id} did not take the test. ${outcome.reason}`)
  output.line(`The webhook ${id} took the test.`)
  output.result({ id, state: 'sent' })
}

function unknown(id: string): CommandError {
  return new CommandError(`This shop has no webhook "${id}". List them with: store webhooks list`)
}
