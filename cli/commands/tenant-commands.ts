import * as z from 'zod/mini'

import { capabilitySchema } from '@tanabana/contract/store-info.ts'
import { findTenant, listTenants } from '../../api/modules/tenants/find.ts'
import { orderLimitsOf } from '../../api/modules/quotes/order-limits.ts'
import type { OrderLimits } from '../../api/db/json-columns.ts'
import { createTenant, putMailFrom, ShopExistsError, suspendTenant } from '../../api/modules/tenants/write.ts'
import type { Command } from 'commander'
import type { Database } from '../../api/db/index.ts'
import { count } from '@tanabana/contract/text.ts'
import { commandPublisher } from '../audit-command.ts'
import { CommandError, purgeEdit, requireTenant, toPath, type CommandContext } from '../context.ts'
import { problemsOfChange, publishChange } from '../../api/modules/publishing/publish.ts'
import { findProblems } from '../../api/modules/store-checks/find-problems.ts'
import { overrideProblems } from '../override-problems.ts'
import { RESTORE_HELP, restoreShop, type RestoreOptions } from './restore-shop.ts'
import { parseRecord, readStoreRecord } from '../shop-folder/store-record.ts'
import type { Tenant } from '../../api/tenant.ts'

/** Default capabilities of a new shop: all of this API that need no decision by the merchant. docs/own-api.md */
const USUAL_CAPABILITIES = capabilitySchema.options.filter(
  (word) => !['feeds', 'attribution', 'pincodes', 'cash-on-delivery', 'offers', 'tax-invoice'].includes(word),
)

const TENANT_HELP = `
Examples:
  store shop create silkhouse/store.json --host silkhouse.in
  store shop show silkhouse --json
  store shop update silkhouse --set companyPhone="+91 98765 43210"
  store shop suspend silkhouse`

const UPDATE_HELP = `
Values that begin with [ or {, and true and false, are JSON. "policies" is an object of HTML texts by slug.
To edit several fields or policy files, use store pull and store push.

Examples:
  store shop update silkhouse --set companyPhone="+91 98765 43210" --set description=
  store shop update silkhouse --set 'categories=["Sarees","Kurtas"]' --set regularPriceIsMrp=true
  store shop update silkhouse --payee silkhouse@okbank --payee-name "Silk House"
  store shop update silkhouse --confirms-within 24
  store shop update silkhouse --mail-from orders@silkhouse.in
  store shop update silkhouse --hold-minutes 60 --unpaid-pieces 100
  store shop update silkhouse --host silkhouse.in --host www.silkhouse.in`

const SUSPEND_HELP = `
While a shop is suspended, its pages and its store API respond with 421. Its store info, catalogue, accounts
and orders stay, and payments that a payment provider reports are still recorded.`

/** `store shop …`, also `store tenant …` */
export function addTenantCommands(program: Command, context: CommandContext): void {
  const commands = program
    .command('shop')
    .alias('tenant')
    .description('create, change, suspend and list shops')
  commands.addHelpText('after', TENANT_HELP)
  commands
    .command('create')
    .description('create a shop from its store info file; an existing shop stays as it is')
    .argument('<store.json>', 'store info file; policies are HTML files beside it')
    .option(
      '--host <host>',
      'host of the shop, instead of those in the file; repeatable, the first is the main one',
      collect,
      [],
    )
    .addHelpText('after', TENANT_HELP)
    .action((file: string, options: { host: string[] }) => createShop(context, file, options))
  commands
    .command('list')
    .description('list the shops')
    .action(() => showTenants(context))
  commands
    .command('show')
    .description('show the store info of a shop')
    .argument('<shop>', 'id of the shop')
    .action((shop: string) => showTenant(context, shop))
  commands
    .command('update')
    .description('change fields or hosts of a shop')
    .argument('<shop>', 'id of the shop')
    .option(
      '--set <field=value>',
      'set a field of the store info, as text or JSON; an empty value removes it; repeatable',
      collect,
      [],
    )
    .option(
      '--host <host>',
      'replace all hosts of the shop; repeatable, the first is the main one',
      collect,
      [],
    )
    .option('--payee <upi-id>', 'UPI id that receives payments; empty for none')
    .option('--payee-name <name>', "the payee's name, as payment apps show it")
    .option(
      '--confirms-within <hours>',
      'offer UPI to that id without a payment provider; you confirm each payment within this many hours; 0 to stop',
    )
    .option('--hold-minutes <minutes>', 'put the pieces of an unpaid order back after this many minutes')
    .option('--unpaid-orders <orders>', 'unpaid orders that an account may have')
    .option('--unpaid-pieces <pieces>', 'counted pieces that an account may have in unpaid orders')
    .option('--cash-orders <orders>', 'orders to be paid at delivery that an account, or a phone, may have')
    .option(
      '--returned-parcels <parcels>',
      'no cash for a phone to which so many parcels came back; 0 for no limit',
    )
    .option('--returned-parcels-pin-code <parcels>', 'the same for a PIN code; 0 for no limit')
    .option(
      '--mail-from <address>',
      "sender of the shop's e-mails, at a domain that you approved for it; empty for the platform's own",
    )
    .addHelpText('after', UPDATE_HELP)
    .action((shop: string, options: UpdateOptions) => updateTenant(context, shop, options))
  for (const verb of ['suspend', 'resume'] as const) {
    commands
      .command(verb)
      .description(verb === 'suspend' ? 'stop serving a shop' : 'serve a suspended shop again')
      .argument('<shop>', 'id of the shop')
      .addHelpText('after', SUSPEND_HELP)
      .action((shop: string) => setSuspended(context, shop, verb === 'suspend'))
  }
  commands
    .command('restore')
    .description('replace a suspended shop by its rows in a copy of the database')
    .argument('<shop>', 'id of the shop')
    .requiredOption('--from <url>', 'PostgreSQL address of the copy')
    .option('--drop-newer', 'lose orders, received money and tax documents that the copy lacks')
    .addHelpText('after', RESTORE_HELP)
    .action((shop: string, options: RestoreOptions) => restoreShop(context, shop, options))
}

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value]
}

async function showTenant({ output, ...context }: CommandContext, id: string): Promise<void> {
  const tenant = await requireTenant(await context.database(), id)
  const { hosts, record, payee, isSuspended = false } = tenant
  const orderLimits = orderLimitsOf(tenant)
  const { policies = {}, ...fields } = record
  output.line(`${id}${isSuspended ? '  (suspended)' : ''}  ${hosts.join(', ')}`)
  for (const [field, value] of Object.entries(fields)) {
    output.line(`${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  }
  output.line(`policies: ${Object.keys(policies).join(', ') || 'the built-in ones'}`)
  output.line(`payee: ${payee.upiId ? `${payee.upiId} (${payee.name})` : 'none'}`)
  if (payee.confirmsWithinHours !== undefined) {
    output.line(`UPI payments are confirmed by hand within ${count(payee.confirmsWithinHours, 'hour')}`)
  }
  output.line(senderSentence(tenant.mailFrom))
  output.line(limitsSentence(orderLimits))
  output.result({ id, hosts, isSuspended, payee, orderLimits, record })
}

interface UpdateOptions {
  set: string[]
  host: string[]
  payee?: string
  payeeName?: string
  confirmsWithin?: string
  holdMinutes?: string
  unpaidOrders?: string
  unpaidPieces?: string
  cashOrders?: string
  returnedParcels?: string
  returnedParcelsPinCode?: string
  mailFrom?: string
}

/** The limits that a shop may set, with their option and their range. */
const LIMITS: { name: keyof OrderLimits; option: string; unit: string; min: number; max: number }[] = [
  { name: 'holdMinutes', option: '--hold-minutes', unit: 'minutes', min: 5, max: 10_080 },
  { name: 'unpaidOrders', option: '--unpaid-orders', unit: 'orders', min: 1, max: 1000 },
  { name: 'unpaidPieces', option: '--unpaid-pieces', unit: 'pieces', min: 1, max: 10_000 },
  { name: 'cashOrders', option: '--cash-orders', unit: 'orders', min: 1, max: 1000 },
  { name: 'returnedParcels', option: '--returned-parcels', unit: 'parcels', min: 0, max: 1000 },
  {
    name: 'returnedParcelsPinCode',
    option: '--returned-parcels-pin-code',
    unit: 'parcels',
    min: 0,
    max: 1000,
  },
]

/** @throws {CommandError} a limit is no number in its range */
function parseLimits(options: UpdateOptions): Partial<OrderLimits> {
  return Object.fromEntries(
    LIMITS.flatMap(({ name, option, unit, min, max }) => {
      const typed = options[name]
      if (typed === undefined) return []
      const limit = Number(typed)
      if (/^\d+$/.test(typed) && limit >= min && limit <= max) return [[name, limit]]
      throw new CommandError(
        `"${typed}" is not valid for ${option}: write whole ${unit} from ${min} to ${max}.`,
      )
    }),
  )
}

function namesLimit(options: UpdateOptions): boolean {
  return LIMITS.some(({ name }) => options[name] !== undefined)
}

function limitsSentence(limits: OrderLimits): string {
  const { holdMinutes, unpaidOrders, unpaidPieces, cashOrders } = limits
  const { returnedParcels = 0, returnedParcelsPinCode = 0 } = limits
  const after = (parcels: number, where: string) =>
    parcels > 0 ? [`no cash for a ${where} after ${count(parcels, 'returned parcel')}`] : []
  const cash = [...after(returnedParcels, 'phone'), ...after(returnedParcelsPinCode, 'PIN code')]
  return (
    `Unpaid orders hold stock for ${count(holdMinutes, 'minute')}; an account may have ` +
    `${count(unpaidOrders, 'unpaid order')} with ${count(unpaidPieces, 'counted piece')}, ` +
    `and ${count(cashOrders, 'order')} to be paid at delivery` +
    cash.map((one) => `; ${one}`).join('')
  )
}

async function updateTenant(context: CommandContext, id: string, options: UpdateOptions): Promise<void> {
  const mailFrom = parseMailFrom(options.mailFrom)
  const namesOther = namesPayee(options) || namesLimit(options) || mailFrom !== undefined
  if (options.set.length + options.host.length === 0 && !namesOther) {
    throw new CommandError(
      `Name what to change with --set, --host, --payee, --payee-name, --confirms-within, --mail-from, ${LIMITS.map(({ option }) => option).join(', ')}.`,
    )
  }
  const db = await context.database()
  const known = await requireTenant(db, id)
  const tenant = await updateRecord(context, known, options)
  if (mailFrom !== undefined) await putMailFrom(db, id, mailFrom)
  const { hosts, payee, record } = tenant
  await purgeEdit(context, { ...tenant, hosts: [...new Set([...known.hosts, ...hosts])] })
  context.output.line(`Updated the shop ${id} on ${hosts.join(', ')}.`)
  if (namesPayee(options)) context.output.line(upiSentence(tenant))
  const orderLimits = orderLimitsOf(tenant)
  if (namesLimit(options)) context.output.line(`${limitsSentence(orderLimits)}.`)
  if (mailFrom !== undefined) context.output.line(`${senderSentence(mailFrom ?? undefined)}.`)
  context.output.result({ id, hosts, payee, orderLimits, record })
}

/** Publishes the changes; problems that the shop does not have already are refused. */
async function updateRecord(context: CommandContext, known: Tenant, options: UpdateOptions): Promise<Tenant> {
  const { output, dataDir } = context
  const db = await context.database()
  const { id } = known
  const problems = await problemsOfChange(
    { db, dataDir },
    id,
    known.record,
    withChanges(known, options).record,
  )
  overrideProblems(
    output,
    known.record,
    problems.filter(({ rank }) => rank === 'breaks'),
  )
  let tenant = known
  await publishChange(
    { db, now: () => new Date() },
    id,
    { action: 'update', by: commandPublisher(context, id, 'shop update') },
    (now) => {
      tenant = withChanges(now, options)
      return tenant
    },
  )
  return tenant
}

/** @throws {CommandError} it is no address */
function parseMailFrom(typed: string | undefined): string | null | undefined {
  if (typed === undefined) return undefined
  if (typed === '') return null
  if (z.safeParse(z.email(), typed).success) return typed
  throw new CommandError(
    `"${typed}" is not valid for --mail-from: write one address, such as orders@silkhouse.in.`,
  )
}

function senderSentence(mailFrom: string | undefined): string {
  return `E-mails come from ${mailFrom ?? "the platform's own address"}`
}

function namesPayee({ payee, payeeName, confirmsWithin }: UpdateOptions): boolean {
  return payee !== undefined || payeeName !== undefined || confirmsWithin !== undefined
}

function upiSentence({
  payee: { upiId, confirmsWithinHours },
  paymentAccounts: [account] = [],
}: Tenant): string {
  if (!upiId) return 'The shop has no UPI id, so it takes no UPI payments to its own account.'
  if (account && (account.upi !== false || confirmsWithinHours === undefined)) {
    return `The UPI id is ${upiId}. Payments go through ${account.provider}.`
  }
  return confirmsWithinHours === undefined
    ? `UPI payments go to ${upiId}. To offer UPI, set --confirms-within <hours> or a payment provider.`
    : `UPI payments go to ${upiId}. You confirm each within ${count(confirmsWithinHours, 'hour')}: store payments waiting.`
}

function withChanges(tenant: Tenant, options: UpdateOptions): Tenant {
  const { policies, ...fields } = tenant.record
  const changes = Object.fromEntries(options.set.map(toChange))
  const { hosts = tenant.hosts, ...parsed } = parseRecord(
    {
      id: tenant.id,
      hosts: options.host.length > 0 ? options.host : tenant.hosts,
      ...fields,
      ...changes,
      ...(namesPayee(options) && { payee: payeeOf(tenant, options) }),
    },
    `of ${tenant.id}`,
  )
  const kept = 'policies' in changes ? parsed.policies : policies
  const record = { ...parsed.record, ...(kept && { policies: kept as Record<string, string> }) }
  const payee = parsed.payee ?? (namesPayee(options) ? { upiId: '', name: tenant.payee.name } : tenant.payee)
  const orderLimits = { ...tenant.orderLimits, ...parseLimits(options) }
  return { ...tenant, hosts, record, payee, orderLimits }
}

/** A change of one field; `undefined` removes it. */
function toChange(pair: string): [field: string, value: unknown] {
  const at = pair.indexOf('=')
  if (at < 1) {
    throw new CommandError(
      `"${pair}" is not a change. Write field=value, such as companyPhone="+91 98765 43210".`,
    )
  }
  const field = pair.slice(0, at)
  const value = pair.slice(at + 1)
  if (field === 'id')
    throw new CommandError("The id of a shop can't be changed: its orders and pictures use it.")
  if (!/^[[{]|^(?:true|false)$/.test(value)) return [field, value || undefined]
  try {
    return [field, JSON.parse(value)]
  } catch {
    throw new CommandError(
      `The value of ${field} is not valid JSON: ${value}. Correct it, or write text that begins differently.`,
    )
  }
}

/** The payee; `undefined` when the shop has no UPI id. */
function payeeOf(
  { payee }: Tenant,
  { payee: upiId = payee.upiId, payeeName, confirmsWithin }: UpdateOptions,
) {
  if (upiId === '') {
    if (confirmsWithin === undefined || confirmsWithin === '0') return undefined
    throw new CommandError('The shop has no UPI id. Set one with --payee <upi-id>.')
  }
  // Not a number: reported like a number out of range.
  const hours = confirmsWithin === undefined ? payee.confirmsWithinHours : Number(confirmsWithin)
  return { upiId, name: payeeName ?? payee.name, ...(hours !== 0 && { confirmsWithinHours: hours }) }
}

async function setSuspended(context: CommandContext, id: string, isSuspended: boolean): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, id)
  await suspendTenant(db, id, isSuspended)
  await purgeEdit(context, tenant)
  context.output.line(
    isSuspended
      ? `Suspended the shop ${id}. Shoppers can no longer open ${tenant.hosts.join(', ')}. To serve it again: store shop resume ${id}`
      : `Resumed the shop ${id}. Shoppers can open ${tenant.hosts.join(', ')} again.`,
  )
  context.output.result({ id, isSuspended })
}

/** `store shop create`: creates the shop of a store info file. */
async function createShop(context: CommandContext, file: string, options: { host: string[] }): Promise<void> {
  const { output } = context
  const db = await context.database()
  const read = await readStoreRecord(toPath(context, file), options.host)
  const { id, hosts, payee } = read
  const record = { capabilities: USUAL_CAPABILITIES, ...read.record }
  const problems = await findProblems(record, { hosts: hosts ?? [] })
  overrideProblems(
    output,
    record,
    problems.filter(({ rank }) => rank === 'breaks'),
  )
  const tenant: Tenant = {
    id,
    hosts: hosts ?? [`${id}.localhost`],
    record,
    payee: payee ?? { upiId: '', name: record.storeName },
  }
  await createTenant(db, tenant).catch(async (error: unknown) => {
    throw error instanceof ShopExistsError ? await existsAlready(db, id) : error
  })
  await purgeEdit(context, tenant)
  output.line(`Created the shop ${id} (${record.storeName}) on ${tenant.hosts.join(', ')}.`)
  output.line(
    `It has ${count(record.categories.length, 'category', 'categories')} and ` +
      `${count(Object.keys(record.policies ?? {}).length, 'policy', 'policies')} of its own.`,
  )
  output.line(`Its capabilities: ${record.capabilities.join(', ') || 'none'}.`)
  output.result({ id, result: 'created', hosts: tenant.hosts })
  if (!tenant.payee.upiId) {
    output.line(`It can't take UPI payments yet. Set a UPI id with: store shop update ${id} --payee <upi-id>`)
  } else if (tenant.payee.confirmsWithinHours === undefined) {
    output.line(
      'To offer UPI in production without a payment provider, confirm payments by hand: ' +
        `store shop update ${id} --confirms-within <hours>`,
    )
  }
}

async function existsAlready(db: Database, id: string): Promise<CommandError> {
  const known = await findTenant(db, id)
  const named = known ? ` (${known.record.storeName} on ${known.hosts.join(', ')})` : ''
  return new CommandError(
    `The shop ${id} already exists${named}; nothing was changed. ` +
      `Change it with store shop update ${id}, or with store pull and store push; or give the new shop another "id".`,
  )
}

/** `store shop list` */
async function showTenants(context: CommandContext): Promise<void> {
  const tenants = await listTenants(await context.database())
  if (tenants.length === 0) {
    context.output.line('There are no shops yet. Create one with: store shop create <store.json>')
  }
  for (const { id, record, hosts, isSuspended } of tenants) {
    context.output.line(
      `${id}  ${record.storeName}  ${hosts.join(', ')}${isSuspended ? '  (suspended)' : ''}`,
    )
  }
  context.output.result(
    tenants.map(({ id, record, hosts, isSuspended = false }) => ({
      id,
      storeName: record.storeName,
      hosts,
      isSuspended,
    })),
  )
}
