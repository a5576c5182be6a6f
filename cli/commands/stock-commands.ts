import { and, asc, eq } from 'drizzle-orm'
import type { Command } from 'commander'

import { readTenant, withTenant, type Database, type Transaction } from '../../api/db/index.ts'
import { products, productVariants } from '../../api/db/schema.ts'
import {
  updateAvailability,
  readPurgedProducts,
  type AvailabilityServices,
} from '../../api/modules/catalogue/availability.ts'
import { setCount } from '../../api/modules/catalogue/count-stock.ts'
import type { Tenant } from '../../api/tenant.ts'
import { recordCatalogueWrite } from '../../api/modules/tenants/write.ts'
import { CommandError, purgeEdit, requireTenant, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { formatOptions } from '../../api/modules/orders/describe-order.ts'

const STOCK_HELP = `
Stock is the pieces that can be ordered: those of open orders are taken off already. Only variants of which the
catalogue counts pieces have it. An import sets it for new variants, with --set-stock for all.
A variant is named by its SKU, or by its id where it has no SKU or shares it: list prints first what set takes.

Examples:
  store stock list silkhouse
  store stock set silkhouse KURTA-M 12
  store stock set silkhouse KURTA-M +5
  store stock set silkhouse KURTA-M -1`

/** A number of pieces, with a sign where they are added or taken away. */
const PIECES_PATTERN = /^([+-]?)(\d{1,6})$/

/** `store stock …` */
export function addStockCommands(program: Command, context: CommandContext): void {
  const commands = program.command('stock').description('list and set the stock of variants')
  commands.addHelpText('after', STOCK_HELP)
  commands
    .command('list')
    .description('list the variants of a shop with their stock')
    .argument('<shop>', 'id of the shop')
    .addHelpText('after', STOCK_HELP)
    .action((shop: string) => listStock(context, shop))
  commands
    .command('set')
    .description('set the pieces of a variant, or add and take away pieces')
    .argument('<shop>', 'id of the shop')
    .argument('<variant>', 'SKU of the variant, or its id: the first word that list prints')
    .argument('<pieces>', 'number of pieces, such as 12, +5 or -1')
    // So that commander does not read -1 as an option.
    .allowUnknownOption()
    .addHelpText('after', STOCK_HELP)
    .action((shop: string, variant: string, pieces: string) => setStock(context, shop, variant, pieces))
}

/**
 * Updates the products that sold out or came back, purges their pages, and prints the storefronts that show it later.
 * @returns whether there were any
 */
export async function showAvailability(
  context: CommandContext,
  db: Database,
  { id }: Tenant,
  productIds: readonly string[],
): Promise<boolean> {
  const purge: AvailabilityServices['purge'] = async (shop, changed) => {
    await purgeEdit(context, shop, changed)
    return []
  }
  const log = () => context.output.line('Listings show the change within ten minutes.')
  return updateAvailability({ db, log, purge }, id, productIds)
}

async function listStock(context: CommandContext, shop: string): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const rows = await readTenant(db, tenant.id, (tx) => readRows(tx, tenant.id))
  const bySku = Map.groupBy(rows, ({ sku }) => sku)
  for (const { id, sku, title, options, stock, sellsBeyondStock } of rows) {
    const beyond = sellsBeyondStock && stock !== null ? ', sells beyond its stock' : ''
    const shown = stock === null ? 'not counted' : `${stock}${beyond}`
    const isShared = sku !== null && (bySku.get(sku)?.length ?? 0) > 1
    const name = sku === null || isShared ? id : quoteForShell(sku)
    const shared = isShared ? `SKU ${sku}, as others` : ''
    context.output.line([name, title, formatOptions(options), shared, shown].filter(Boolean).join('  '))
  }
  context.output.line(`${count(rows.length, 'variant')}.`)
  context.output.result(rows)
}

/** The text as one word of a command line. */
function quoteForShell(text: string): string {
  return /^[\w.:/@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function readRows(tx: Transaction, tenantId: string) {
  const { id, productId, sku, options, stock, sellsBeyondStock } = productVariants
  return tx
    .select({ id, productId, title: products.title, sku, options, stock, sellsBeyondStock })
    .from(productVariants)
    .innerJoin(products, and(eq(products.tenantId, tenantId), eq(products.id, productId)))
    .where(eq(productVariants.tenantId, tenantId))
    .orderBy(asc(products.position), asc(productVariants.position))
}

/** `store stock set`. Locks the row, so that no order changes its stock between reading and writing. */
async function setStock(
  context: CommandContext,
  shop: string,
  variant: string,
  typed: string,
): Promise<void> {
  const [, sign, digits] = PIECES_PATTERN.exec(typed) ?? []
  if (digits === undefined) {
    throw new CommandError(
      `"${typed}" is not a number of pieces. Write 12 to set it, +5 to add, -1 to take away.`,
    )
  }
  const pieces = Number(digits) * (sign === '-' ? -1 : 1)
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const { id, productId, sku, name, before, after } = await withTenant(db, tenant.id, async (tx) => {
    const row = await lockVariant(tx, tenant.id, variant)
    const name = row.sku === variant ? variant : await nameOf(tx, tenant.id, row)
    if (row.stock === null) {
      throw new CommandError(
        `The stock of ${name} is not counted. Give its pieces in the catalogue, and import it again.`,
      )
    }
    const sum = sign ? row.stock + pieces : pieces
    if (sum < 0 && !row.sellsBeyondStock) {
      throw new CommandError(`${name} has ${count(row.stock, 'piece')}, so ${digits} can't be taken away.`)
    }
    await setCount(tx, tenant.id, row.id, sum)
    return { ...row, name, before: row.stock, after: sum }
  })
  if (!(await showAvailability(context, db, tenant, [productId]))) {
    await recordCatalogueWrite(db, tenant.id)
    const edited = await readTenant(db, tenant.id, (tx) => readPurgedProducts(tx, tenant.id, [productId]))
    await purgeEdit(context, tenant, edited)
  }
  context.output.line(`${name}: ${before} → ${after} pieces.`)
  context.output.result({ id, sku, productId, before, after })
}

/**
 * Locks the variant with this SKU, else with this id.
 * @throws {CommandError} none has it, or several have the SKU
 */
async function lockVariant(tx: Transaction, shop: string, variant: string) {
  const lock = (column: typeof productVariants.sku | typeof productVariants.id) =>
    tx
      .select()
      .from(productVariants)
      .where(and(eq(productVariants.tenantId, shop), eq(column, variant)))
      .orderBy(asc(productVariants.id))
      .for('update')
  const withSku = await lock(productVariants.sku)
  if (withSku.length > 1) {
    throw new CommandError(
      `${count(withSku.length, 'variant')} of ${shop} have the SKU ${variant}. Name one by its id: store stock list ${shop}`,
    )
  }
  const row = withSku[0] ?? (await lock(productVariants.id))[0]
  if (row) return row
  throw new CommandError(`No variant of ${shop} has the SKU or id ${variant}. See: store stock list ${shop}`)
}

/** Title and options, for a variant without a SKU of its own. */
async function nameOf(
  tx: Transaction,
  tenantId: string,
  { productId, options }: typeof productVariants.$inferSelect,
): Promise<string> {
  const [product] = await tx
    .select({ title: products.title })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.id, productId)))
  return [product?.title, formatOptions(options)].filter(Boolean).join(', ')
}
