import { createRequire } from 'node:module'

import { toLogFields } from '@tanabana/node/log-line.ts'
import { createThrottle } from '@tanabana/node/throttle.ts'
import { traceFields } from '@tanabana/node/traces.ts'

type Level = 'info' | 'warn' | 'error'

/** A log entry with its `event`; the level defaults to `info`. */
type LogEntry = Record<string, unknown> & { level?: Level }

export type Log = (entry: LogEntry) => void

/** Writes entries as JSON lines with secrets masked, by default to standard output. SECURITY.md#log-leaks */
export function createLog(level: string, write?: (line: string) => void): Log {
  // Loaded in the background, so that it does not delay the start.
  const pino = createRequire(import.meta.url)('pino') as typeof import('pino').default
  const logger = pino(
    {
      level,
      base: { service: 'api', pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    write ? { write } : pino.destination({ fd: 1, sync: true }),
  )
  return ({ level: own = 'info', ...fields }) => {
    if (logger.isLevelEnabled(own)) logger[own]({ ...traceFields(), ...toLogFields(fields) })
  }
}

/** `log` that writes at most one entry of each event in ten seconds, with the count of omitted ones. */
export function createRareLog(log: Log, now: () => number): (entry: LogEntry & { event: string }) => void {
  const leftOutSince = createThrottle(now)
  return (entry) => {
    const leftOut = leftOutSince(entry.event)
    if (leftOut !== undefined) log({ ...entry, ...(leftOut > 0 && { leftOut }) })
  }
}
