import type { Command } from 'commander'

import { withTenant } from '../api/db/index.ts'
import type { Publisher } from '../api/modules/publishing/revisions.ts'
import { findTenant } from '../api/modules/tenants/find.ts'
import { recordAudit, type AuditActor } from '../api/modules/staff/audit.ts'
import type { CommandContext } from './context.ts'

/** Commands that only read. Every other command of a shop is in its audit log. */
const READING = new Set([
  ...['shop show', 'staff list', 'stock list', 'pincodes list', 'offers list', 'newsletter list'],
  ...['export', 'translations export', 'pull', 'history', 'diff', 'users export'],
  ...['orders list', 'orders today', 'orders show', 'orders export'],
  ...['orders invoices', 'orders slips', 'orders labels', 'returns list'],
  ...['gst rates', 'gst check', 'gst report'],
  ...['payments providers', 'payments waiting', 'payments refunds'],
  ...['messages list', 'webhooks list', 'webhooks deliveries', 'contact list', 'contact show'],
])
/** Write their entries with their change, as the admin API does. */
const RECORDED = ['import']
/** The arguments of these groups, and texts, are about a shopper, whom the log must not outlive. */
const OF_SHOPPERS = ['users', 'contact', 'newsletter']
const TEXT = 'text'

/** Writes a finished command to the audit log of the shop that its first argument names. */
export async function auditCommand(context: CommandContext, command: Command): Promise<void> {
  const [shop, ...others] = command.args
  const [first, ...further] = command.registeredArguments
  const isOfShop = first?.name() === 'shop'
  if (!isOfShop || shop === undefined || changesNothing(command)) return
  const db = await context.database()
  // A command may have removed its shop.
  if (!(await findTenant(db, shop))) return
  const names = namesOf(command)
  if (RECORDED.includes(names.join(' '))) return
  const isOfShopper = OF_SHOPPERS.some((name) => names.includes(name))
  const named = others.filter((_, index) => further[index]?.name() !== TEXT)
  const target = isOfShopper ? '' : named.join(' ')
  await withTenant(db, shop, (tx) =>
    recordAudit(tx, shop, commandActor(context), { action: names.join(' '), target }, new Date()),
  )
}

/** Who changes a shop by commands, in its history. */
export const COMMAND_NAME = 'the command line'

/** Publishes as the command line. The command itself is in the audit log; what it overrides is an entry of its own. */
export function commandPublisher(
  context: Pick<CommandContext, 'user'>,
  tenantId: string,
  action: string,
): Publisher {
  return {
    name: COMMAND_NAME,
    audit: async (tx, entry) => {
      if (entry.reason === undefined) return
      await recordAudit(tx, tenantId, commandActor(context), { ...entry, action }, new Date())
    },
  }
}

/** Who runs a command, as the audit log names them. */
export function commandActor({ user = '' }: Pick<CommandContext, 'user'>): AuditActor {
  return { actor: 'command', actorId: user, actorName: user }
}

function changesNothing(command: Command): boolean {
  const { dryRun, correct } = command.opts<{ dryRun?: boolean; correct?: boolean }>()
  const isCheck = command.parent?.name() === 'check'
  return dryRun === true || (isCheck && !correct) || READING.has(namesOf(command).join(' '))
}

/** The words of a command, such as `orders ship`. */
function namesOf(command: Command): string[] {
  return command.parent === null ? [] : [...namesOf(command.parent), command.name()]
}
