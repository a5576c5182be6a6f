import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'

import type { Logger } from 'pino'

import { toLogFields } from '@tanabana/node/log-line.ts'
import { createThrottle } from '@tanabana/node/throttle.ts'
import { traceFields } from '@tanabana/node/traces.ts'
import { printablePath } from '../http/requests.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Built pages have module instances of their own and find the process's logger by this symbol. */
const PLACE = Symbol.for('tanabana.log')
const shared: typeof globalThis & { [PLACE]?: Logger } = globalThis

/** Creates a JSON logger that passes each line to `write`, else to standard output. */
export function openLogger(level: string, write?: (line: string) => void): Logger {
  // Loaded with the first line, to keep the start short.
  const pino = createRequire(import.meta.url)('pino') as typeof import('pino').default
  return pino(
    {
      level,
      base: { service: 'storefront', pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      messageKey: 'message',
    },
    write ? { write } : pino.destination({ fd: 1, sync: true }),
  )
}

/** Writes one line of JSON for an event, with secrets masked. SECURITY.md#log-leaks */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  const logger = (shared[PLACE] ??= openLogger(process.env.LOG_LEVEL || 'info'))
  if (logger.isLevelEnabled(level)) logger[level]({ event, ...traceFields(), ...toLogFields(fields) })
}

/** Replaces the process's logger. */
export function logTo(logger: Logger): void {
  shared[PLACE] = logger
}

/** `log` that writes at most one line in ten seconds for each `key`, with the count of omitted ones. */
export function createRareLog(now: () => number = Date.now) {
  const leftOutSince = createThrottle(now)
  return (key: string, ...[level, event, fields]: Parameters<typeof log>): void => {
    const leftOut = leftOutSince(key)
    if (leftOut !== undefined) log(level, event, { ...fields, ...(leftOut > 0 && { leftOut }) })
  }
}

/** Logs a request when its response has been sent or its connection has closed. */
export function logRequest(request: IncomingMessage, response: ServerResponse): void {
  const begunAt = performance.now()
  response.once('close', () => {
    log('info', 'request', {
      method: request.method,
      tenant: request.headers.host,
      path: printablePath(request.url ?? ''),
      status: response.statusCode,
      ms: Math.round(performance.now() - begunAt),
    })
  })
}

/** Logs the path of an unknown address, without its query, which may contain secrets. docs/requirements.md#219-404-page */
export function logMissingPath(url: string): void {
  const { hostname } = URL.canParse(url) ? new URL(url) : {}
  log('warn', 'no such page', { tenant: hostname, path: printablePath(url) })
}
