import { eq } from 'drizzle-orm'
import { InvalidArgumentError, Option, type Command } from 'commander'

import { formatDate, startOfIndianDay } from '@tanabana/contract/dates.ts'
import { readTenant, withTenant, type Transaction } from '../../api/db/index.ts'
import { products } from '../../api/db/schema.ts'
import { newOfferId } from '../../api/ids.ts'
import type { Offer } from '../../api/modules/offers/apply-offers.ts'
import { normalizeOfferCode } from '../../api/modules/offers/offer-code.ts'
import { addOffer, listOffers, stopOffer } from '../../api/modules/offers/offers.ts'
import { formatRupees } from '../../api/rupees.ts'
import { CommandError, requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { distinct } from '../../api/modules/imports/text.ts'
import { rupeesOption } from './money-commands.ts'
import { endOfDay, toDay } from './day.ts'
import { oneLine } from './one-line.ts'

const LABEL_MAX = 60
const PERCENT_MAX = 99
const USES_MAX = 1_000_000
const CODE_PATTERN = /^[A-Z0-9-]{3,24}$/

const OFFERS_HELP = `
An offer with --code is used by shoppers who type the code; one without is given to every order that fits. An
order has one offer: that of the code, else the one that reduces most. Cancelled orders don't count as uses.
--ends is the offer's last day, in India. Orders cost at least ₹1. Shoppers get offers once the shop has the
capability "offers"; shoppers who came by a link such as https://silkhouse.in/?offer=FESTIVE10 need not type it.

Examples:
  store offers add silkhouse --code FESTIVE10 --label "Festive offer" --percent 10 --minimum 999
  store offers add silkhouse --label "First order" --amount 200 --minimum 1000 --first-order
  store offers add silkhouse --code SAREE20 --label "Saree week" --percent 20 --category Sarees --ends 2027-01-31
  store offers add silkhouse --code FIRST100 --label "For the first 100" --percent 15 --uses 100 --per-customer 1
  store offers list silkhouse
  store offers stop silkhouse FESTIVE10`

interface AddOptions {
  code?: string
  label: string
  percent?: number
  amount?: number
  category?: string
  minimum?: number
  firstOrder?: boolean
  perCustomer?: number
  uses?: number
  starts?: string
  ends?: string
}

/** `store offers …` */
export function addOfferCommands(program: Command, context: CommandContext): void {
  const commands = program.command('offers').description('add, list and stop discounts')
  commands.addHelpText('after', OFFERS_HELP)
  commands
    .command('add')
    .description('add a discount by a code, or for every order that fits')
    .argument('<shop>', 'id of the shop')
    .addOption(
      new Option('--code <code>', 'code that shoppers type (default: none is needed)').argParser(toCode),
    )
    .addOption(
      new Option('--label <text>', 'your words to shoppers, such as "Festive offer"')
        .argParser(oneLine(LABEL_MAX))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--percent <number>', 'discount in whole percent').argParser(wholeNumber(PERCENT_MAX)),
    )
    .addOption(rupeesOption('--amount <rupees>', 'discount in rupees, instead of --percent'))
    .option('--category <name>', 'reduce only products of this category or parent category')
    .addOption(rupeesOption('--minimum <rupees>', 'smallest value of an order, before the discount'))
    .option('--first-order', 'only for the first order of an account')
    .addOption(
      new Option('--per-customer <orders>', 'orders that an account may place with it').argParser(
        wholeNumber(USES_MAX),
      ),
    )
    .addOption(new Option('--uses <orders>', 'orders in all').argParser(wholeNumber(USES_MAX)))
    .addOption(new Option('--starts <day>', 'first day, such as 2026-12-01 (default: now)').argParser(toDay))
    .addOption(new Option('--ends <day>', 'last day, such as 2026-12-31').argParser(toDay))
    .addHelpText('after', OFFERS_HELP)
    .action((shop: string, options: AddOptions) => add(context, shop, options))
  commands
    .command('list')
    .description('list the offers of a shop, newest first')
    .argument('<shop>', 'id of the shop')
    .addHelpText('after', OFFERS_HELP)
    .action((shop: string) => list(context, shop))
  commands
    .command('stop')
    .description('stop an offer; orders that have it keep their discount')
    .argument('<shop>', 'id of the shop')
    .argument('<offer>', 'code of the offer, or its id as "offers list" prints it')
    .addHelpText('after', OFFERS_HELP)
    .action((shop: string, offer: string) => stop(context, shop, offer))
}

async function add(context: CommandContext, shop: string, options: AddOptions): Promise<void> {
  const { output } = context
  const now = new Date()
  const { code, percent, amount, minimum } = options
  if ((percent === undefined) === (amount === undefined)) {
    throw new CommandError('Give the discount with --percent or with --amount, such as --percent 10.')
  }
  const startsAt = options.starts === undefined ? null : startOfIndianDay(options.starts)
  const endsAt = options.ends === undefined ? null : endOfDay(options.ends)
  if (endsAt && endsAt <= now)
    throw new CommandError(`--ends ${options.ends} is past. Give today or a later day.`)
  if (startsAt && endsAt && endsAt <= startsAt) {
    throw new CommandError(`The offer would end on ${options.ends}, before it starts on ${options.starts}.`)
  }
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const offer = {
    id: newOfferId(),
    code: code ?? null,
    label: options.label,
    kind: percent === undefined ? ('amount' as const) : ('percent' as const),
    value: percent ?? amount ?? 0,
    minimum: minimum ?? null,
    firstOrderOnly: options.firstOrder ?? false,
    perCustomer: options.perCustomer ?? null,
    maxUses: options.uses ?? null,
    startsAt,
    endsAt,
    stoppedAt: null,
    createdAt: now,
  }
  const added = await withTenant(db, tenant.id, async (tx) => {
    const category = await findCategory(tx, tenant.id, options.category)
    const complete = { ...offer, category }
    return (await addOffer(tx, tenant.id, complete)) ? complete : undefined
  })
  if (!added) {
    throw new CommandError(
      `${shop} has an offer with the code ${code} already. Choose another code, or stop it with: store offers stop ${shop} ${code}`,
    )
  }
  output.line(offerLine(added, now))
  if (added.kind === 'amount' && added.value > (minimum ?? 0)) {
    output.line(
      `Orders below ${formatRupees(added.value)} cost ₹1 with it. --minimum sets the smallest order.`,
    )
  }
  if (!tenant.record.capabilities?.includes('offers')) {
    output.line('Shoppers get it once the shop has the capability "offers".')
  }
  output.result(describe({ ...added, uses: 0, given: 0 }, now))
}

async function list(context: CommandContext, shop: string): Promise<void> {
  const { output } = context
  const now = new Date()
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const rows = await readTenant(db, tenant.id, (tx) => listOffers(tx, tenant.id))
  for (const row of rows) {
    const used = row.uses === 0 ? 'not used' : `${count(row.uses, 'order')}, ${formatRupees(row.given)} given`
    output.line(`${offerLine(row, now)}  ${used}`)
  }
  output.line(`${count(rows.length, 'offer')}.`)
  output.result(rows.map((row) => describe(row, now)))
}

async function stop(context: CommandContext, shop: string, named: string): Promise<void> {
  const { output } = context
  const now = new Date()
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const stopped = await withTenant(db, tenant.id, (tx) => stopOffer(tx, tenant.id, named, now))
  if (!stopped) {
    throw new CommandError(
      `No running offer of ${shop} has the code or id ${named.trim()}. See: store offers list ${shop}`,
    )
  }
  const name = stopped.code ?? stopped.id
  output.line(`${name} is stopped. Orders that have it keep their discount.`)
  output.result({ id: stopped.id, code: stopped.code, stoppedAt: now.toISOString() })
}

/**
 * The category as the shop's products spell it.
 * @throws {CommandError} no product is in it
 */
async function findCategory(
  tx: Transaction,
  tenantId: string,
  named: string | undefined,
): Promise<string | null> {
  if (named === undefined) return null
  const { category, parentCategory } = products
  const rows = await tx
    .selectDistinct({ category, parentCategory })
    .from(products)
    .where(eq(products.tenantId, tenantId))
  const known = distinct(rows.flatMap((row) => [row.parentCategory, row.category])).toSorted()
  const wanted = named.trim().toLowerCase()
  const found = known.find((name) => name.toLowerCase() === wanted)
  if (found !== undefined) return found
  const choices = known.length === 0 ? 'It has no products yet.' : `Its categories are: ${known.join(', ')}.`
  throw new CommandError(`${tenantId} has no products in the category "${named}". ${choices}`)
}

/** The offer in one line: name, discount, conditions and state. */
function offerLine(offer: Offer, now: Date): string {
  const { code, id, label, kind, value, category, minimum } = offer
  const days = [
    offer.startsAt && `from ${formatDate(offer.startsAt)}`,
    offer.endsAt && `until ${formatDate(lastMoment(offer.endsAt))}`,
  ]
  const conditions = [
    category === null ? '' : `on ${category}`,
    minimum === null ? '' : `from ${formatRupees(minimum)}`,
    offer.firstOrderOnly ? 'first order' : '',
    offer.perCustomer === null ? '' : `${count(offer.perCustomer, 'order')} per customer`,
    offer.maxUses === null ? '' : `${count(offer.maxUses, 'order')} in all`,
    ...days,
  ]
  const facts = [
    code ?? `${id} (no code)`,
    label,
    kind === 'percent' ? `${value} %` : formatRupees(value),
    conditions.filter(Boolean).join(', '),
    stateOf(offer, now),
  ]
  return facts.filter(Boolean).join('  ')
}

function stateOf(
  { startsAt, endsAt, stoppedAt }: Offer,
  now: Date,
): 'running' | 'not started' | 'ended' | 'stopped' {
  if (stoppedAt) return 'stopped'
  if (endsAt && endsAt <= now) return 'ended'
  return startsAt && startsAt > now ? 'not started' : 'running'
}

/** An offer for `--json`, amounts in rupees. */
function describe(offer: Offer & { uses: number; given: number }, now: Date) {
  const { id, code, label, kind, value, category, minimum, firstOrderOnly, perCustomer, maxUses } = offer
  return {
    ...{ id, code, label, state: stateOf(offer, now) },
    ...(kind === 'percent' ? { percent: value } : { amount: value / 100 }),
    ...{ category, minimum: minimum === null ? null : minimum / 100, firstOrderOnly, perCustomer, maxUses },
    startsAt: offer.startsAt?.toISOString() ?? null,
    endsAt: offer.endsAt?.toISOString() ?? null,
    stoppedAt: offer.stoppedAt?.toISOString() ?? null,
    ...{ uses: offer.uses, given: offer.given / 100 },
  }
}

function toCode(typed: string): string {
  const code = normalizeOfferCode(typed)
  if (code !== undefined && CODE_PATTERN.test(code)) return code
  throw new InvalidArgumentError('Write 3 to 24 letters A to Z, digits and dashes, such as FESTIVE10.')
}

function wholeNumber(max: number): (typed: string) => number {
  return (typed) => {
    const number = /^\d{1,9}$/.test(typed) ? Number(typed) : 0
    if (number >= 1 && number <= max) return number
    throw new InvalidArgumentError(`Write a whole number from 1 to ${max.toLocaleString('en-IN')}.`)
  }
}

function lastMoment(end: Date): Date {
  return new Date(end.getTime() - 1)
}
