import { InvalidArgumentError, Option, type Command } from 'commander'
import { and, eq, isNotNull } from 'drizzle-orm'

import { startOfIndianDay } from '@tanabana/contract/dates.ts'
import { toCsvRow } from '@tanabana/contract/feed-formats.ts'
import { readTenant, withTenant } from '../../api/db/index.ts'
import { orders } from '../../api/db/schema.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { checkCatalogue, describeGoodsProblem } from '../../api/modules/gst/check-goods.ts'
import { readIssued, reportMonth, type MonthlyReport } from '../../api/modules/gst/monthly-report.ts'
import { DEFAULT_RATES } from '../../api/modules/gst/rates.ts'
import { findState } from '../../api/modules/gst/states.ts'
import { requireNumber } from '../../api/modules/orders/advance.ts'
import { lockOrder } from '../../api/modules/orders/change-order.ts'
import { issueInvoice } from '../../api/modules/orders/tax-documents.ts'
import type { Missing } from '../../api/modules/gst/tax-invoice.ts'
import { formatRupees } from '../../api/rupees.ts'
import { CheckFailed, CommandError, requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'

const GST_HELP = `
Documents are issued by themselves once the shop has the capability "tax-invoice": the tax invoice, or bill of supply,
with "orders ship", credit notes with refunds and parcels that did not arrive. docs/gst.md has the rules.

Examples:
  store gst rates silkhouse
  store gst check silkhouse
  store gst issue silkhouse 7K3M-9Q2X-V0AB --state Karnataka
  store gst report silkhouse --month 2026-11 --table hsn > hsn.csv`

const TABLES = ['b2c', 'hsn', 'documents'] as const

const MISSING: Record<Missing, string> = {
  gstin: 'the first digits of the GSTIN are no state',
  state: 'the state of delivery is not known: name it with --state',
  rate: 'a product has no GST rate: give it an HSN code of the table, or a rate',
}

/** `store gst …` */
export function addGstCommands(program: Command, context: CommandContext): void {
  const commands = program.command('gst').description('rates, checks and reports of the GST of a shop')
  commands.addHelpText('after', GST_HELP)
  const add = (name: string, description: string) =>
    commands
      .command(name)
      .description(description)
      .argument('<shop>', 'id of the shop')
      .addHelpText('after', GST_HELP)
  add('rates', "list the shop's table of rates").action((shop: string) => printRates(context, shop))
  add('check', 'name products without a rate, and prices that fit no slab').action((shop: string) =>
    check(context, shop),
  )
  add('issue', 'issue the invoices of dispatched orders that wait for one')
    .argument('[order]', 'order number')
    .addOption(new Option('--state <state>', 'state of delivery of that order').argParser(stateName))
    .action((shop: string, order: string | undefined, options: { state?: string }) =>
      issue(context, shop, order, options),
    )
  add('report', 'print what GSTR-1 asks for of a month, as CSV')
    .addOption(
      new Option('--month <month>', 'month in India, such as 2026-11').argParser(month).makeOptionMandatory(),
    )
    .addOption(new Option('--table <table>', 'table to print').choices(TABLES).default('b2c'))
    .action((shop: string, options: { month: string; table: (typeof TABLES)[number] }) =>
      report(context, shop, options),
    )
}

function stateName(typed: string): string {
  const state = findState(typed)
  if (state) return state.name.en
  throw new InvalidArgumentError('Write a state of India, such as Karnataka or KA.')
}

function month(typed: string): string {
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(typed)) return typed
  throw new InvalidArgumentError('Write a month as 2026-11.')
}

async function printRates({ database, output }: CommandContext, shop: string): Promise<void> {
  const { record } = await requireTenant(await database(), shop)
  const rates = record.gst?.rates ?? DEFAULT_RATES
  for (const { hsn, above, rate, since } of rates) {
    const value = above === undefined ? '' : `above ${formatRupees(above * 100)}`
    output.line([hsn.padEnd(8), `${rate} %`.padStart(6), `since ${since}`, value].join('  ').trimEnd())
  }
  output.line(record.gst?.rates ? "The shop's own table." : 'The usual table.')
  output.result(rates)
}

async function check({ database, output }: CommandContext, shop: string): Promise<void> {
  const db = await database()
  const tenant = await requireTenant(db, shop)
  const now = new Date()
  const { goods, waiting } = await readTenant(db, tenant.id, async (tx) => ({
    goods: await checkCatalogue(tx, tenant, now),
    waiting: await tx
      .select({ number: orders.number, missing: orders.taxMissing })
      .from(orders)
      .where(and(eq(orders.tenantId, tenant.id), isNotNull(orders.taxMissing))),
  }))
  output.result({ goods, waiting })
  for (const problem of goods) output.line(`! ${problem.title}: ${describeGoodsProblem(problem)}`)
  for (const { number, missing } of waiting) {
    if (missing) output.line(`✗ Order ${formatOrderNumber(number)} has no invoice: ${MISSING[missing]}.`)
  }
  const found = goods.length + waiting.length
  if (found > 0) throw new CheckFailed(`Found ${count(found, 'problem')}.`)
  output.line('✓ Every product has a rate, and no invoice waits.')
}

async function issue(
  { database, output }: CommandContext,
  shop: string,
  typed: string | undefined,
  { state }: { state?: string },
): Promise<void> {
  if (state !== undefined && typed === undefined) throw new CommandError('--state is for one order. Name it.')
  const db = await database()
  const { id, record } = await requireTenant(db, shop)
  const isWaiting = and(eq(orders.tenantId, id), isNotNull(orders.taxMissing))
  const numbers =
    typed === undefined
      ? await readTenant(db, id, (tx) => tx.select({ number: orders.number }).from(orders).where(isWaiting))
      : [{ number: requireNumber(typed) }]
  const issued: object[] = []
  let waiting = 0
  for (const { number } of numbers) {
    const shown = formatOrderNumber(number)
    const result = await withTenant(db, id, async (tx) => {
      const order = await lockOrder(tx, id, number)
      if (!order?.taxMissing) throw new CommandError(`No invoice of order ${shown} waits to be issued.`)
      return issueInvoice(tx, record, order, { now: new Date(), state })
    })
    if ('missing' in result) {
      waiting += 1
      output.line(`✗ Order ${shown}: ${MISSING[result.missing]}.`)
    } else {
      issued.push({ order: shown, number: result.number })
      output.line(`Order ${shown} has ${result.number}.`)
    }
  }
  output.result({ issued, waiting })
  if (waiting > 0) throw new CheckFailed(`${count(waiting, 'invoice')} can't be issued yet.`)
  if (numbers.length === 0) output.line('No invoice waits to be issued.')
}

async function report(
  { database, output }: CommandContext,
  shop: string,
  { month: typed, table }: { month: string; table: (typeof TABLES)[number] },
): Promise<void> {
  const db = await database()
  const { id } = await requireTenant(db, shop)
  const [year = 0, number = 0] = typed.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  const span = { from: startOfIndianDay(`${typed}-01`), until: startOfIndianDay(`${next}-01`) }
  const found = reportMonth(await readTenant(db, id, (tx) => readIssued(tx, id, span)))
  output.result(found)
  for (const row of CSV[table](found)) output.line(toCsvRow(row))
}

const rupees = (paise: number) => (paise / 100).toFixed(2)

const CSV: Record<(typeof TABLES)[number], (report: MonthlyReport) => string[][]> = {
  b2c: ({ b2c }) => [
    ['place of supply', 'rate', 'taxable value', 'igst', 'cgst', 'sgst or utgst'],
    ...b2c.map(({ state, rate, taxable, igst, cgst, sgst }) => [
      ...[state, String(rate), rupees(taxable), rupees(igst), rupees(cgst), rupees(sgst)],
    ]),
  ],
  hsn: ({ hsn }) => [
    ['hsn', 'unit', 'quantity', 'total value', 'rate', 'taxable value', 'igst', 'cgst', 'sgst or utgst'],
    ...hsn.map(({ hsn: code, unit, quantity, total, rate, taxable, igst, cgst, sgst }) => [
      ...[code, unit, String(quantity), rupees(total), String(rate)],
      ...[rupees(taxable), rupees(igst), rupees(cgst), rupees(sgst)],
    ]),
  ],
  documents: ({ documents }) => [
    ['document', 'from', 'to', 'total number', 'cancelled'],
    ...documents.map(({ kind, from, to, count: total }) => [kind, from, to, String(total), '0']),
  ],
}
