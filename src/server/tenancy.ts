import type { StorefrontConfig } from './config.ts'

const HOST = /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)\.?(?::\d{1,5})?$/
const IP_ADDRESS = /^[\d.]+$|^0x/
const HOST_MAX_LENGTH = 253

/**
 * The shop's host out of a Host header: lower case, without port and one trailing dot. `undefined` for what no shop
 * can be served on: a malformed name, an IP address (127.0.0.1 apart), a host outside `tenantHosts`. design §3
 */
export function tenantHost(
  header: string | null | undefined,
  { tenantHosts }: Pick<StorefrontConfig, 'tenantHosts'>,
): string | undefined {
  if (!header || header.length > HOST_MAX_LENGTH) return undefined
  const host = HOST.exec(header.toLowerCase())?.[1]
  if (host === undefined) return undefined
  if (IP_ADDRESS.test(host) && host !== '127.0.0.1') return undefined
  return tenantHosts.some((pattern) => isCovered(host, pattern)) ? host : undefined
}

function isCovered(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
