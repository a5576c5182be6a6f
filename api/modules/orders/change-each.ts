import { applyOrUndo } from '../../db/apply-or-undo.ts'
import type { Database, Transaction } from '../../db/index.ts'
import { formatOrderNumber } from '../../ids.ts'
import { OrderStatusError, requireNumber } from './advance.ts'
import { ReceiptError } from './receipts.ts'

/** An order that a merchant names, in a list or in a row of a file. */
export interface NamedOrder<Terms> {
  typed: string
  /** Row of the file. */
  line?: number
  /** What the row says of the order, or why it can't be used. */
  terms: Terms | { problem: string }
}

export interface BulkOptions {
  /** Says what would change; changes nothing. */
  isDryRun?: boolean | undefined
  signal?: AbortSignal | undefined
  /** The clock of the changes; by default that of the system. */
  now?: (() => Date) | undefined
}

/** What became of a named order: `result` of its change, or the reason why it was refused. */
export type ChangedOrRefused<Result> = { typed: string; line?: number } & (
  { number: string; result: Result } | { refusal: Error }
)

const REFUSALS = [OrderStatusError, ReceiptError]

/**
 * Changes orders one by one, each in its own transaction, and yields those that are refused too. Repeating it changes
 * nothing that is done.
 */
export async function* changeEach<Terms extends object, Result>(
  db: Database,
  tenantId: string,
  named: readonly NamedOrder<Terms>[],
  { isDryRun = false, signal }: BulkOptions,
  change: (tx: Transaction, number: string, terms: Terms) => Promise<Result>,
): AsyncGenerator<ChangedOrRefused<Result>> {
  const seen = new Set<string>()
  for (const { terms, ...order } of named) {
    signal?.throwIfAborted()
    let changed: ChangedOrRefused<Result>
    try {
      if ('problem' in terms) throw new OrderStatusError(terms.problem)
      const number = requireNumber(order.typed)
      if (seen.has(number)) throw new OrderStatusError(`Order ${formatOrderNumber(number)} is named twice.`)
      seen.add(number)
      const result = await applyOrUndo(db, tenantId, isDryRun, (tx) => change(tx, number, terms))
      changed = { ...order, number, result }
    } catch (error) {
      if (!(error instanceof Error) || !REFUSALS.some((kind) => error instanceof kind)) throw error
      changed = { ...order, refusal: error }
    }
    yield changed
  }
}
