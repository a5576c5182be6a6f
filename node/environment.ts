import { existsSync } from 'node:fs'
import { isIP } from 'node:net'

import * as z from 'zod/mini'

import { normalizeAddress } from './client-address.ts'

export type Environment = Record<string, string | undefined>

export const SECRET_MIN_LENGTH = 32
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Reads `.env` of the working directory into `process.env`, if it exists. Variables that are already set stay. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/**
 * Returns the variables as the schema gives them. A blank variable counts as absent.
 * @throws {ConfigError} one sentence per wrong variable, each on its own line
 */
export function parseEnvironment<S extends z.ZodMiniType>(schema: S, environment: Environment): z.output<S> {
  const given = Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined])
  const result = z.safeParse(schema, Object.fromEntries(given))
  if (result.success) return result.data
  throw new ConfigError(result.error.issues.map(({ message }) => message).join('\n'))
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** The sentence for a wrong value: `NAME is "value". <advice>`. */
const wrong = (advice: string) => (issue: Issue) =>
  `${issue.path?.join('.')} is "${String(issue.input)}". ${advice}`

export function portOr(fallback: number) {
  const error = wrong(`Set it to a port number from 0 to 65535, or leave it out for ${fallback}.`)
  const text = z
    .string()
    .check(z.refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, { error }))
  return z.prefault(z.pipe(text, z.transform(Number)), String(fallback))
}

export function switchOr(fallback: 'on' | 'off') {
  const error = wrong(`Set it to on or off, or leave it out for ${fallback}.`)
  const text = z.enum(['on', 'off'], { error })
  return z.prefault(
    z.pipe(
      text,
      z.transform((value) => value === 'on'),
    ),
    fallback,
  )
}

/**
 * Parses a whole number from 1. The message names the `unit`, such as `processes`, and the maximum if there is one.
 */
export function countOr(fallback: number, unit: string, max = Infinity) {
  const range = max === Infinity ? 'from 1' : `from 1 to ${max}`
  return numberOr(
    fallback,
    (value) => Number.isInteger(value) && value >= 1 && value <= max,
    `Set it to a number of ${unit} ${range}, or leave it out for ${fallback}.`,
  )
}

export function numberOr(fallback: number, isValid: (value: number) => boolean, advice: string) {
  const text = z.string().check(z.refine((value) => isValid(Number(value)), { error: wrong(advice) }))
  return z.prefault(z.pipe(text, z.transform(Number)), String(fallback))
}

/** Items between commas; `problem` gives the sentence for a wrong one. */
export function list(problem: (item: string) => string | undefined = () => undefined) {
  return z.pipe(
    z.string(),
    z.transform((text, context) => {
      const items = text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
      const [message] = items.flatMap((item) => problem(item) ?? [])
      if (message !== undefined) context.issues.push({ code: 'custom', input: text, message })
      return items
    }),
  )
}

export function secret() {
  return z.optional(
    z.string().check(
      z.minLength(SECRET_MIN_LENGTH, {
        error: ({ path }: Issue) =>
          `${path?.join('.')} is shorter than ${SECRET_MIN_LENGTH} characters. Make one with: openssl rand -base64 32`,
      }),
    ),
  )
}

export function listenAddress() {
  const error = ({ path, input }: Issue) =>
    `${path?.join('.')} is "${String(input)}", which is not an IP address. Write 0.0.0.0 for every IPv4 address of this machine, or leave it out to listen on this machine only.`
  return z.optional(z.string().check(z.refine((value) => isIP(value) !== 0, { error })))
}

/** Runs a check of several variables only when each of them is valid by itself. */
export function whenValid(...names: string[]) {
  return ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => names.includes(String(path?.[0])))
}

/** Variables of both processes. */
export const SHARED_VARIABLES = {
  DEFAULT_TENANT_HOST: z.prefault(z.string().check(z.toLowerCase()), 'tanabana.localhost'),
  // A peer is compared with each entry as a whole, so networks and names are refused.
  TRUSTED_PROXIES: z.prefault(
    z.pipe(
      list((entry) =>
        isIP(entry) === 0
          ? `TRUSTED_PROXIES has "${entry}", which is not an IP address. List addresses such as 10.0.0.5, separated by commas.`
          : undefined,
      ),
      z.transform((entries) => entries.flatMap((entry) => normalizeAddress(entry) ?? [])),
    ),
    '',
  ),
  CACHE_PURGE_SECRET: secret(),
  LOG_LEVEL: z.prefault(
    z.enum(LOG_LEVELS, { error: wrong(`Set it to one of ${LOG_LEVELS.join(', ')}.`) }),
    'info',
  ),
  METRICS_TOKEN: secret(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    z.pipe(
      z.url({
        protocol: /^https?$/,
        error: wrong('Give the address of an OTLP collector, such as http://127.0.0.1:4318.'),
      }),
      z.transform((url) => url.replace(/(?<!\/)\/+$/, '')),
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z.prefault(
    z.pipe(
      z.string(),
      z.transform((text, context): Record<string, string> => {
        try {
          return readHeaders(text)
        } catch {
          const message =
            'OTEL_EXPORTER_OTLP_HEADERS is not a list of name=value, separated by commas, with percent-encoded values.'
          context.issues.push({ code: 'custom', input: text, message })
          return {}
        }
      }),
    ),
    '',
  ),
}

/** Values are percent-encoded, as in W3C Baggage. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    new Headers(
      pairs.map((pair): [string, string] => {
        const [, name = '', value = ''] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? []
        return [name, decodeURIComponent(value.trim())]
      }),
    ),
  )
}

/** An environment variable is missing or wrong; the message names it and what to write. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
