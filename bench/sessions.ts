import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import { addCounts, NO_SESSIONS, type SessionCounts } from '../tests/sessions/count-sessions.ts'
import { RULES } from '../tests/sessions/violations.ts'
import { printTable } from './kit/table.ts'
import { startProgress } from './kit/progress.ts'

const WORKER = new URL('./kit/sessions-worker.ts', import.meta.url)
/** With fewer orders the run proves little. */
const ORDER_SHARE = 0.4
/** Megabytes: each session opens and discards a dozen documents. */
const YOUNG_MEMORY = 128

/**
 * Runs `count` generated shopping sessions on all cores: the shop's islands and scripts in several tabs against the
 * reference API. False when an order broke a rule, or too few sessions ended with one. `SESSION_SEED` repeats a run
 * with the same number of sessions and cores.
 */
export async function benchSessions(count: number): Promise<boolean> {
  const seed = Number(process.env.SESSION_SEED ?? randomInt(2 ** 30))
  const workers = Math.min(availableParallelism(), count)
  const { report } = startProgress('sessions', count, Infinity)
  const done = Array<number>(workers).fill(0)
  const shares = done.map((_, index) => Math.floor(count / workers) + (index < count % workers ? 1 : 0))
  const parts = await Promise.all(
    shares.map((share, index) =>
      countIn({ seed: seed + index, count: share }, (own) => {
        done[index] = own
        report(done.reduce((sum, each) => sum + each, 0))
      }),
    ),
  )
  const counts = parts.reduce(addCounts, NO_SESSIONS)
  print(counts, seed)
  const isRight = Object.values(counts.violations).every((broken) => broken === 0)
  return isRight && counts.sessions === count && counts.withOrder >= ORDER_SHARE * count
}

/** Runs in a worker thread and prints the broken rules. */
async function countIn(
  workerData: { seed: number; count: number },
  report: (done: number) => void,
): Promise<SessionCounts> {
  const worker = new Worker(WORKER, {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY },
  })
  let counts = NO_SESSIONS
  worker.on('message', (message: { done?: number; counts?: SessionCounts; shortest?: unknown }) => {
    if (message.done !== undefined) report(message.done)
    if (message.counts) counts = message.counts
    if ('shortest' in message) console.error(JSON.stringify(message.shortest))
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
  return counts
}

function print(
  { sessions, inHindi, withOrder, orders, violations, situations }: SessionCounts,
  seed: number,
): void {
  printTable(`Generated shopping sessions, seed ${seed}`, [
    { sessions, 'in Hindi': inHindi, 'with an order': withOrder, orders },
  ])
  printTable(
    'Orders',
    Object.entries(violations).map(([rule, broken]) => ({
      rule: RULES[rule as keyof typeof RULES],
      orders: broken,
    })),
  )
  printTable(
    'Sessions that met it',
    Object.entries(situations).map(([situation, met]) => ({ situation, sessions: met })),
  )
}
