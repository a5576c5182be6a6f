import { setImmediate, setTimeout } from 'node:timers/promises'

import { checkedEvents } from './check-product.ts'
import type { ImportEvent } from './import-event.ts'
import type { Catalogue } from './open-catalogue.ts'

const ROWS_MAX = 2000
const ROWS_MIN = 20
const FIRST_ROWS = 100
/** Below the 300 ms that a batch may take, because a request waits for one batch per query. */
const TARGET_MS = 100
/** How long the file is read before other work of the process runs. */
const READ_MS = 10

export interface Pace {
  /** Rows (products and variants) of the next batch. */
  rows: number
  /** Call with the time that the batch took on the database. */
  took(milliseconds: number): void
  /** Lets other work of the process run, after work of that time. */
  rest(milliseconds: number): Promise<unknown>
}

/** Large batches for PostgreSQL, which serves others meanwhile. */
export function fullPace(): Pace {
  return { rows: ROWS_MAX, took: () => undefined, rest: () => setImmediate() }
}

/**
 * Batches of about `TARGET_MS` for the embedded database, which serves one caller at a time. In a process that serves
 * requests, the import rests as long as it worked: Node accepts one connection per event-loop iteration.
 */
export function shortPace({ servesRequests }: { servesRequests: boolean }): Pace {
  return {
    rows: FIRST_ROWS,
    took(milliseconds) {
      const fitting = Math.round((this.rows * TARGET_MS) / Math.max(milliseconds, 1))
      this.rows = Math.min(Math.max(fitting, ROWS_MIN), this.rows * 2, ROWS_MAX)
    },
    rest: (milliseconds) => (servesRequests ? setTimeout(milliseconds) : setImmediate()),
  }
}

/** The checked events of the catalogue in batches, with a rest after each. */
export async function* batchesOf(catalogue: Catalogue, pace: Pace): AsyncGenerator<ImportEvent[]> {
  let batch: ImportEvent[] = []
  let rows = 0
  let startedAt = performance.now()
  for await (const event of checkedEvents(catalogue)) {
    const readMs = performance.now() - startedAt
    if (readMs > READ_MS) {
      await pace.rest(readMs)
      startedAt = performance.now()
    }
    batch.push(event)
    rows += rowsOf(event)
    if (rows < pace.rows) continue
    startedAt = performance.now()
    yield batch
    await pace.rest(performance.now() - startedAt)
    batch = []
    rows = 0
    startedAt = performance.now()
  }
  if (batch.length > 0) yield batch
}

/** The highest line that the events of the file name; lets other work run meanwhile. */
export async function countLines(catalogue: Catalogue, pace: Pace, signal?: AbortSignal): Promise<number> {
  let lines = 0
  let startedAt = performance.now()
  for await (const { line } of catalogue.events()) {
    lines = Math.max(lines, line)
    const readMs = performance.now() - startedAt
    if (readMs < READ_MS) continue
    signal?.throwIfAborted()
    await pace.rest(readMs)
    startedAt = performance.now()
  }
  return lines
}

/** Rows of the database that the event is about. */
function rowsOf(event: ImportEvent): number {
  if (event.kind === 'product') return 1 + (event.product.variants?.length ?? 0)
  return event.kind === 'left-out' && event.key !== undefined ? 1 : 0
}
