import { Option, type Command } from 'commander'

import { readTenant, withTenant } from '../../api/db/index.ts'
import { MESSAGE_STATES } from '../../api/db/message-states.ts'
import { formatOrderNumber, parseOrderNumber } from '../../api/ids.ts'
import { listMessages, retryMessage, type StoredMessage } from '../../api/messages/stored-messages.ts'
import { parseShopEvent } from '../../api/modules/shop-messages/shop-message-rules.ts'
import { CommandError, requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { timeText } from './time-text.ts'

const LISTED_MAX = 100

const MESSAGE_HELP = `
Examples:
  store messages list silkhouse
  store messages list silkhouse --state bounced
  store messages list silkhouse --order 7K3M-9Q2X-V0AB
  store messages retry silkhouse p4x0k2m7c9v1b3n5q8w6z0t2r4

A message that can't be sent is tried again for three days. "bounced": the mail server knows no such address, which
gets no other message; correct it with the customer. "retry" sends one again, and counts its address as good.`

/** `store messages …` */
export function addMessageCommands(program: Command, context: CommandContext): void {
  const commands = program
    .command('messages')
    .description('list what is sent to shoppers and to you, and send it again')
  commands.addHelpText('after', MESSAGE_HELP)
  commands
    .command('list')
    .description(`list the newest ${LISTED_MAX} messages of a shop`)
    .argument('<shop>', 'id of the shop')
    .addOption(stateOption())
    .option('--order <order>', 'only messages about this order')
    .addHelpText('after', MESSAGE_HELP)
    .action((shop: string, options: { state?: StoredMessage['state']; order?: string }) =>
      showMessages(context, shop, options),
    )
  commands
    .command('retry')
    .description('send a message again')
    .argument('<shop>', 'id of the shop')
    .argument('<message>', 'id of the message, as listed by "messages list"')
    .addHelpText('after', MESSAGE_HELP)
    .action((shop: string, id: string) => sendAgain(context, shop, id))
}

export function stateOption(): Option {
  return new Option('--state <state>', 'only messages in this state').choices(MESSAGE_STATES)
}

async function showMessages(
  context: CommandContext,
  shop: string,
  { state, order }: { state?: StoredMessage['state']; order?: string },
): Promise<void> {
  const orderNumber = order === undefined ? undefined : parseOrderNumber(order)
  if (order !== undefined && orderNumber === undefined)
    throw new CommandError(`"${order}" is not an order number, such as 7K3M-9Q2X-V0AB.`)
  await printMessages(context, shop, { state, orderNumber })
}

/** Lists messages of a shop, one a line. */
export async function printMessages(
  { database, output }: CommandContext,
  shop: string,
  wanted: Omit<Parameters<typeof listMessages>[2], 'limit'>,
): Promise<void> {
  const db = await database()
  const { id: tenantId } = await requireTenant(db, shop)
  const rows = await readTenant(db, tenantId, (tx) =>
    listMessages(tx, tenantId, { ...wanted, limit: LISTED_MAX }),
  )
  const described = rows.map(describeMessage)
  for (const { id, created, what, order, to, state, attempts, error } of described) {
    const tried = state === 'waiting' && attempts > 0 ? `tried ${count(attempts, 'time')}` : undefined
    const facts = [id, timeText(created), order, what, to, state, tried, error]
    output.line(facts.filter((part) => part !== undefined).join('  '))
  }
  output.result(described)
  const shown = count(described.length, wanted.state ? `${wanted.state} message` : 'message')
  output.line(described.length < LISTED_MAX ? `${shown}.` : `The newest ${shown}.`)
}

/** Sends a message again, with its id. */
export async function sendAgain(
  { database, output }: CommandContext,
  shop: string,
  id: string,
): Promise<void> {
  const db = await database()
  const { id: tenantId } = await requireTenant(db, shop)
  const row = await withTenant(db, tenantId, (tx) => retryMessage(tx, tenantId, id, new Date()))
  if (!row) throw new CommandError(`This shop has no message "${id}". List them with: store messages list`)
  output.result(describeMessage(row))
  output.line(`Message ${id} is sent again within a minute while the API runs.`)
}

function describeMessage(row: StoredMessage) {
  const { id, kind, role, channel, endpoint, state, attempts, error, orderNumber, sequence } = row
  return {
    id,
    created: row.createdAt.toISOString(),
    order: orderNumber === null ? undefined : formatOrderNumber(orderNumber),
    what: kind === 'event' ? `event ${sequence ?? parseShopEvent(row.event).kind}` : kind,
    to: endpoint === '' ? role : endpoint,
    ...{ channel, state, attempts },
    due: state === 'waiting' ? row.dueAt.toISOString() : undefined,
    ended: row.endedAt?.toISOString(),
    error: error ?? undefined,
  }
}
