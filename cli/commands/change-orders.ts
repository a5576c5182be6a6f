import { withTenant, type Database, type Transaction } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { OrderStatusError } from '../../api/modules/orders/advance.ts'
import { ReceiptError } from '../../api/modules/orders/receipts.ts'
import type { Tenant } from '../../api/tenant.ts'
import { CheckFailed, CommandError, toPath, type CommandContext } from '../context.ts'
import { readTable, type TableColumn } from '../import/read-table.ts'
import { count } from '../import/text.ts'
import { requireNumber } from './describe-order.ts'
import { showAvailability } from './stock-commands.ts'

/** An order that a command names, in its arguments or in a row of a file. */
export interface NamedOrder<Terms> {
  typed: string
  /** Row of the file. */
  line?: number
  /** What the row says of the order, or why it can't be used. */
  terms: Terms | { problem: string }
}

/** The column of order numbers in a courier's file. */
export const ORDER_COLUMN = {
  names: ['order', 'order number', 'order no', 'order id', 'reference no'],
  isNeeded: 'cell',
} as const satisfies TableColumn

export interface ChangedLine {
  /** For the merchant. */
  sentences: string[]
  /** For programs. */
  facts: object
  isChanged: boolean
  /** Products that are sold out or back in stock. */
  products?: readonly string[]
}

const REFUSALS = [CommandError, OrderStatusError, ReceiptError]

/** Ends the transaction of a dry run. */
class Undone extends Error {}

/**
 * Changes orders one by one, each in its own transaction, and names those that are refused. A single order of the
 * arguments fails with its reason. Repeating it changes nothing that is done.
 * @throws {CheckFailed} some were refused; the others are changed
 */
export async function changeOrders<Terms extends object>(
  context: CommandContext,
  db: Database,
  tenant: Tenant,
  named: readonly NamedOrder<Terms>[],
  { isDryRun, done }: { isDryRun: boolean; done: string },
  change: (tx: Transaction, number: string, terms: Terms) => Promise<ChangedLine>,
): Promise<void> {
  const { output, signal } = context
  const isSingle = named.length === 1 && named[0]?.line === undefined
  const seen = new Set<string>()
  const changed: object[] = []
  const refused: { line?: number; order: string; reason: string }[] = []
  let unchanged = 0
  for (const { typed, line, terms } of named) {
    signal.throwIfAborted()
    let result: ChangedLine
    try {
      if ('problem' in terms) throw new CommandError(terms.problem)
      const number = requireNumber(typed)
      if (seen.has(number)) throw new CommandError(`Order ${formatOrderNumber(number)} is named twice.`)
      seen.add(number)
      result = await applyOrUndo(db, tenant.id, isDryRun, (tx) => change(tx, number, terms))
    } catch (error) {
      if (isSingle || !(error instanceof Error) || !REFUSALS.some((kind) => error instanceof kind))
        throw error
      const reason = error.message
      refused.push({ ...(line !== undefined && { line }), order: typed, reason })
      output.problem(`${line === undefined ? typed : `Line ${line}`}: ${reason}`)
      continue
    }
    if (!isDryRun) await showAvailability(context, db, tenant, result.products ?? [])
    for (const sentence of result.sentences) output.line(sentence)
    if (!result.isChanged) unchanged += 1
    changed.push({ ...result.facts, ...(!isSingle && { changed: result.isChanged }) })
  }
  if (isSingle) output.result({ ...changed[0], ...(isDryRun && { dryRun: true }) })
  else output.result({ orders: changed, refused, ...(isDryRun && { dryRun: true }) })
  if (isDryRun) output.line('Dry run: nothing was changed.')
  if (isSingle) return
  const sums = [
    `${count(changed.length - unchanged, 'order')} ${isDryRun ? `would be ${done}` : done}`,
    ...(unchanged > 0 ? [`${unchanged} as before`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ]
  if (refused.length > 0) throw new CheckFailed(`${sums.join(', ')}.`)
  output.line(`${sums.join(', ')}.`)
}

/** `withTenant`; a dry run undoes the work, and returns its result all the same. */
export async function applyOrUndo<T>(
  db: Database,
  tenantId: string,
  isDryRun: boolean,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (!isDryRun) return withTenant(db, tenantId, work)
  const undone = new Undone('Nothing of a dry run stays.')
  let result: { value: T } | undefined
  try {
    await withTenant(db, tenantId, async (tx) => {
      result = { value: await work(tx) }
      throw undone
    })
  } catch (error) {
    if (error !== undone || !result) throw error
  }
  if (!result) throw undone
  return result.value
}

/** @throws {CommandError} none is named */
export function namedOrders<Terms extends object>(
  typed: readonly string[],
  terms: Terms,
): NamedOrder<Terms>[] {
  requireOrders(typed)
  return typed.map((one) => ({ typed: one, terms }))
}

/**
 * The orders of the arguments, or of a file with a column of order numbers.
 * @throws {CommandError} both or none are given, or the file can't be used
 */
export async function readNamedOrders(
  context: CommandContext,
  typed: readonly string[],
  file: string | undefined,
): Promise<NamedOrder<object>[]> {
  if (file === undefined) return namedOrders(typed, {})
  if (typed.length > 0) throw new CommandError('With --from, the orders are those of the file.')
  const rows = await readTable(toPath(context, file), { order: ORDER_COLUMN })
  return rows.map(({ line, cells, problem }) => ({
    ...{ typed: cells.order, line },
    terms: problem === undefined ? {} : { problem },
  }))
}

/** @throws {CommandError} none is named */
export function requireOrders(typed: readonly string[]): void {
  if (typed.length === 0) throw new CommandError('Name at least one order, or a file with --from.')
}
