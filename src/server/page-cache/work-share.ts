import { performance, type EventLoopUtilization } from 'node:perf_hooks'

/** A reading holds for so long: over a shorter time a single page would look like a crowd. */
const READING_MS = 1000

type Read = (since?: EventLoopUtilization) => EventLoopUtilization

/** The share of its time that a process was at work, 0 to 1, read once a second at most; 0 during its first. */
export function createWorkShare(
  read: Read = (since) => performance.eventLoopUtilization(since),
  now = () => performance.now(),
): () => number {
  let before = read()
  let readAt = now()
  let share = 0
  return () => {
    if (now() - readAt < READING_MS) return share
    share = read(before).utilization
    before = read()
    readAt = now()
    return share
  }
}

/** That of this process. */
export const workShare = createWorkShare()
