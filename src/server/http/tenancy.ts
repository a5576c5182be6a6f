import { storeApiBase } from '../../lib/api-client/client.ts'
import { isLocalHost } from '@tanabana/contract/local-hosts.ts'

/** A tenant as a request addresses it. */
export interface Shop {
  /** Host name without port, as `tenantHost` gives it. */
  host: string
  protocol: 'http:' | 'https:'
}

/** A shop's store API: origin and `Host` of the server's calls, and the base address for browsers. */
export interface ShopApi {
  origin: string
  host: string
  publicBase: string
}

/** The configuration that leads from a request to its shop and its store API. */
export interface TenancyConfig {
  port: number
  /** `*.` covers all subdomains, `*` every host that the store API serves. */
  tenantHosts: readonly string[]
  /** The shop that `localhost` stands for. */
  defaultTenantHost: string
  /** The one origin of the store API for all shops, if set. */
  storeApiOrigin: string | undefined
  localApiPort: number
}

const HOST = /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)\.?(?::(\d{1,5}))?$/
const IP_ADDRESS = /^[\d.]+$|^0x/
const HOST_MAX_LENGTH = 253
const PORT_MAX = 65_535

/**
 * Returns the shop's host from a Host header: lower case, without port and one trailing dot. `undefined` for any host
 * without a shop: a malformed name, an IP address (127.0.0.1 apart), a host outside `tenantHosts`. docs/requirements.md#14-tenancy
 */
export function tenantHost(
  header: string | null | undefined,
  { tenantHosts }: Pick<TenancyConfig, 'tenantHosts'>,
): string | undefined {
  if (!header || header.length > HOST_MAX_LENGTH) return undefined
  const [, host, port = ''] = HOST.exec(header.toLowerCase()) ?? []
  if (host === undefined || Number(port) > PORT_MAX) return undefined
  if (IP_ADDRESS.test(host) && host !== '127.0.0.1') return undefined
  return tenantHosts.some((pattern) => isCovered(host, pattern)) ? host : undefined
}

/**
 * Public origin of a shop's pages. Only names of this machine include the port that the storefront listens on.
 */
export function siteOrigin({ protocol, host }: Shop, localPort: number): string {
  return isLocalHost(host) && localPort !== 0 ? `${protocol}//${host}:${localPort}` : `${protocol}//${host}`
}

/** Returns the store API of a shop; `localhost` stands for the default tenant. */
export function apiOf(shop: Shop, config: TenancyConfig): ShopApi {
  const publicBase = storeApiBase({ protocol: shop.protocol, hostname: shop.host }, config.localApiPort)
  return {
    origin: config.storeApiOrigin ?? new URL(publicBase).origin,
    host: ['localhost', '127.0.0.1'].includes(shop.host) ? config.defaultTenantHost : shop.host,
    publicBase,
  }
}

function isCovered(host: string, pattern: string): boolean {
  if (pattern === '*') return true
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
