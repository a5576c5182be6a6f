import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

/** A reading holds for so long: over a shorter time a single page would look like a crowd. */
const READING_MS = 1000

type Read = (since?: EventLoopUtilization) => EventLoopUtilization

/**
 * The share of its time that a process was at work, 0 to 1, read once a second at most. It begins with 0 when it is first
 * asked for: what a process does to start is nobody's waiting.
 */
export function createWorkShare(
  read: Read = (since) => performance.eventLoopUtilization(since),
  now = () => performance.now(),
): () => number {
  let before: EventLoopUtilization | undefined
  let readAt = 0
  let share = 0
  return () => {
    if (before && now() - readAt < READING_MS) return share
    share = before ? read(before).utilization : 0
    before = read()
    readAt = now()
    return share
  }
}

/** That of this process. */
export const workShare = createWorkShare()

/** The share of the next `ms` milliseconds that this process is at work. */
export async function shareOfNext(ms: number): Promise<number> {
  const before = performance.eventLoopUtilization()
  await wait(ms, undefined, { ref: false })
  return performance.eventLoopUtilization(before).utilization
}
