import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import { ConfigError } from '@tanabana/node/environment.ts'
import { isLoopbackAddress } from '@tanabana/node/listen.ts'
import type { Config } from './config.ts'

const HOSTS_NAMED = 3
const REMEDY = 'Set NODE_ENV=production, which also needs a PAYMENT_SECRET of your own,'

/**
 * Refuses to expose a development API.
 * @throws {ConfigError} NODE_ENV is not production, and other machines reach it or a shop has a public host
 */
export function refusePublicDevelopment(
  { host, isProduction }: Pick<Config, 'host' | 'isProduction'>,
  tenantHosts: string[],
): void {
  if (isProduction) return
  if (host !== undefined && !isLoopbackAddress(host)) {
    throw new ConfigError(
      `API_HOST is ${host}, so other machines can reach this API, but NODE_ENV is not production. ${REMEDY} or leave API_HOST out.`,
    )
  }
  const publicHosts = tenantHosts.filter((name) => !isLocalHost(name))
  if (publicHosts.length === 0) return
  const named = publicHosts.slice(0, HOSTS_NAMED).join(', ')
  const more = publicHosts.length - HOSTS_NAMED
  throw new ConfigError(
    `Shops of this database have public hosts (${named}${more > 0 ? ` and ${more} more` : ''}), but NODE_ENV is not production. ${REMEDY} or give these shops hosts that end in .localhost.`,
  )
}
