import { createRequire } from 'node:module'

import { toLogFields } from '../src/lib/schemas/log-line.ts'
import { traceFields } from '../src/network/traces.ts'

type Level = 'info' | 'warn' | 'error'

/** What has happened, by `event`; `info` where no level is given. */
type LogEntry = Record<string, unknown> & { level?: Level }

export type Log = (entry: LogEntry) => void

/** Writes entries as lines of JSON, secrets masked; to standard output where no `write` is given. SECURITY.md#log-leaks */
export function createLog(level: string, write?: (line: string) => void): Log {
  // Not before the API is open: it would start later for it.
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
