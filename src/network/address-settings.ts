import { isIP } from 'node:net'

import { normalizeAddress } from './client-address.ts'
import { ConfigError } from './config-error.ts'

type Environment = Record<string, string | undefined>

/**
 * The IP address that a variable gives a server to listen on; `undefined` without one.
 * @throws {ConfigError} the value is no IP address
 */
export function readListenAddress(environment: Environment, variable: string): string | undefined {
  const value = environment[variable]?.trim() || undefined
  if (value === undefined || isIP(value) !== 0) return value
  throw new ConfigError(
    `${variable} is "${value}", which is no IP address. Write 0.0.0.0 for every IPv4 address of this machine, or leave it out to be reached from this machine alone.`,
  )
}

/**
 * The normalized addresses of `TRUSTED_PROXIES`. A peer is compared with each as a whole, so networks and names are
 * refused.
 * @throws {ConfigError} an entry is no IP address
 */
export function readTrustedProxies({ TRUSTED_PROXIES = '' }: Environment): string[] {
  const entries = TRUSTED_PROXIES.split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const other = entries.find((entry) => isIP(entry) === 0)
  if (other === undefined) return entries.flatMap((entry) => normalizeAddress(entry) ?? [])
  throw new ConfigError(
    `TRUSTED_PROXIES has "${other}", which is the address of no machine. Write each by its own, such as 10.0.0.5, with commas between.`,
  )
}
