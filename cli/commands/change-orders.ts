import type { Database } from '../../api/db/index.ts'
import type { ChangedOrRefused, NamedOrder } from '../../api/modules/orders/change-each.ts'
import { readOrders } from '../../api/modules/parcels/courier-file.ts'
import type { Tenant } from '../../api/tenant.ts'
import { CheckFailed, CommandError, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { showAvailability } from './stock-commands.ts'
import { readTableFile } from './table-file.ts'

export interface ChangedLine {
  /** For the merchant. */
  sentences: string[]
  /** For programs. */
  facts: object
  isChanged: boolean
  /** Products that are sold out or back in stock. */
  products?: readonly string[]
}

/** Named orders, what becomes of each, and how a command names the change. */
export interface BulkChange<Result> {
  named: readonly NamedOrder<object>[]
  changes: AsyncIterable<ChangedOrRefused<Result>>
  isDryRun: boolean
  done: string
}

/**
 * Prints what becomes of each order, and names those that are refused. A single order of the arguments fails with its
 * reason.
 * @throws {CheckFailed} some were refused; the others are changed
 */
export async function printChanges<Result>(
  context: CommandContext,
  db: Database,
  tenant: Tenant,
  { named, changes, isDryRun, done }: BulkChange<Result>,
  describe: (number: string, result: Result) => ChangedLine,
): Promise<void> {
  const { output } = context
  const isSingle = named.length === 1 && named[0]?.line === undefined
  const changed: object[] = []
  const refused: { line?: number; order: string; reason: string }[] = []
  let unchanged = 0
  for await (const one of changes) {
    const { typed, line } = one
    if ('refusal' in one) {
      if (isSingle) throw one.refusal
      const reason = one.refusal.message
      refused.push({ ...(line !== undefined && { line }), order: typed, reason })
      output.problem(`${line === undefined ? typed : `Line ${line}`}: ${reason}`)
      continue
    }
    const { sentences, facts, isChanged, products = [] } = describe(one.number, one.result)
    if (!isDryRun) await showAvailability(context, db, tenant, products)
    for (const sentence of sentences) output.line(sentence)
    if (!isChanged) unchanged += 1
    changed.push({ ...facts, ...(!isSingle && { changed: isChanged }) })
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
  return readOrders(await readTableFile(context, file))
}

/** @throws {CommandError} none is named */
export function requireOrders(typed: readonly string[]): void {
  if (typed.length === 0) throw new CommandError('Name at least one order, or a file with --from.')
}
