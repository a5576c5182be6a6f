import { randomInt } from 'node:crypto'

import fc from 'fast-check'

import { databaseAt } from '../tests/postgres/databases.ts'
import { openFuzzedStore } from '../tests/security/fuzz/fuzzed-store.ts'
import { fuzzedCalls } from '../tests/security/fuzz/requests.ts'
import { openMirroredStore, operations } from '../tests/security/fuzz/mirrored-store.ts'
import { printTable } from './kit/table.ts'

const REQUESTS = 20_000
const OPERATIONS = 5000
const SHOWN_PROBLEMS = 10

interface Counts {
  requests: number
  good: number
  refused: number
  faults: number
  notAsDescribed: number
}

/** Runs both parts with one seed; set `FUZZ_SEED` to repeat a run. False when either part found a fault. */
export async function benchFuzz(databaseUrl?: string): Promise<boolean> {
  // The helpers of the tests open their stores here, as administrator.
  if (databaseUrl) process.env.TEST_POSTGRES = databaseAt(databaseUrl, 'postgres', 'postgres')
  const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
  const results = [await benchCalls(seed), await benchIsolation(seed)]
  return results.every((isGood) => isGood)
}

/**
 * Sends 20,000 generated requests to all operations of the API and validates each response with the OpenAPI document
 * that the API serves. False on a 5xx, on a body that is not JSON, or on an undocumented shape.
 */
async function benchCalls(seed: number): Promise<boolean> {
  const store = await openFuzzedStore()
  const counts = new Map<string, Counts>()
  const problems: string[] = []

  await fc.assert(
    fc.asyncProperty(fuzzedCalls(store.known), async (call) => {
      const { status, problem } = await store.attempt(call)
      const own = counts.get(call.operation) ?? emptyCounts()
      counts.set(call.operation, own)
      own.requests += 1
      if (status >= 500) own.faults += 1
      else if (status >= 400) own.refused += 1
      else own.good += 1
      if (problem === undefined) return
      own.notAsDescribed += 1
      problems.push(`${JSON.stringify(call).slice(0, 500)}\n  ${problem}`)
    }),
    { numRuns: REQUESTS, seed },
  )
  await store.close()

  const rows = [...counts].toSorted().map(([operation, own]) => ({ operation, ...own }))
  const total = rows.reduce((sum, row) => add(sum, row), emptyCounts())
  printTable(`Generated calls, seed ${seed}`, [...rows, { operation: 'all', ...total }])
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) console.error(problem)
  return problems.length === 0 && total.requests === REQUESTS
}

/**
 * Sends 5,000 random requests to two shops whose rows have the same ids. False when a response shows a row of another
 * shop or shopper. SECURITY.md#cross-tenant-rows
 */
async function benchIsolation(seed: number): Promise<boolean> {
  const store = await openMirroredStore()
  const problems: string[] = []
  let calls = 0
  await fc.assert(
    fc.asyncProperty(operations, async (operation) => {
      const problem = await store.attempt(operation)
      calls += 1
      if (problem !== undefined) problems.push(`${JSON.stringify(operation)}\n  ${problem}`)
    }),
    { numRuns: OPERATIONS, seed },
  )
  const foreignRows = await store.foreignRows()
  await store.close()
  printTable(`Random calls in two shops with the same ids, seed ${seed}`, [
    { calls, 'answers with a foreign row': problems.length, 'foreign rows stored': foreignRows },
  ])
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) console.error(problem)
  return calls === OPERATIONS && problems.length + foreignRows === 0
}

function emptyCounts(): Counts {
  return { requests: 0, good: 0, refused: 0, faults: 0, notAsDescribed: 0 }
}

function add(one: Counts, other: Counts): Counts {
  return {
    requests: one.requests + other.requests,
    good: one.good + other.good,
    refused: one.refused + other.refused,
    faults: one.faults + other.faults,
    notAsDescribed: one.notAsDescribed + other.notAsDescribed,
  }
}
