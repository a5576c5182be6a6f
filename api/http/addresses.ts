import { isLocalHost, LOCAL_NAMES } from '@tanabana/contract/local-hosts.ts'
import { isForwarded } from '@tanabana/node/authorization.ts'
import { clientAddressOf, networkOf } from '@tanabana/node/client-address.ts'
import { isLoopbackAddress } from '@tanabana/node/listen.ts'
import type { AppConfig, AppContext } from './context.ts'
import type { Tenant } from '../tenant.ts'

const HOST_PATTERN = /^(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}$/

/**
 * Normalizes a Host header to the shop's host: lower case, without port, trailing dot and leading `api.`; this
 * machine's own names map to the default shop. `undefined` when malformed. docs/requirements.md#14-tenancy
 */
export function tenantHostOf(hostHeader: string | undefined, defaultTenantHost: string): string | undefined {
  const match = /^(.{1,253}?)(?::\d{1,5})?$/.exec(hostHeader?.toLowerCase() ?? '')
  const name = match?.[1]?.replace(/\.$/, '') ?? ''
  if (LOCAL_NAMES.includes(name)) return defaultTenantHost
  if (!HOST_PATTERN.test(name) || /^[\d.]+$/.test(name)) return undefined
  return name.replace(/^api\./, '')
}

/**
 * Origins whose pages may call this shop's API: its own hosts and, on this machine, the storefront's port.
 * SECURITY.md#cross-origin-reads
 */
export function allowedOrigins(tenant: Tenant, config: AppConfig): string[] {
  const origins = tenant.hosts.map((host) => shopOrigin(host, config))
  if (!tenant.hosts.includes(config.defaultTenantHost)) return origins
  return [...origins, ...['localhost', '127.0.0.1'].map((host) => shopOrigin(host, config))]
}

/** The origin of the shopper's page and of the return from payments; always one of the shop's own. */
export function shopOriginOf(c: AppContext): string {
  const { config } = c.get('services')
  const tenant = c.get('tenant')
  const origin = c.req.header('origin')
  if (origin && allowedOrigins(tenant, config).includes(origin)) return origin
  const name = hostHeader(c).replace(/:\d+$/, '')
  if (LOCAL_NAMES.includes(name)) return shopOrigin('localhost', config)
  return shopOrigin(tenantHostOf(name, config.defaultTenantHost) ?? tenant.hosts[0] ?? '', config)
}

/** Origin of this API as the browser sees it. */
export function apiOriginOf(c: AppContext): string {
  return `${isLocalCall(c) ? 'http' : 'https'}://${hostHeader(c)}`
}

/** Whether the request's host is one of this machine's own names, which are served without TLS. */
export function isLocalCall(c: AppContext): boolean {
  return isLocalHost(hostHeader(c).replace(/:\d+$/, ''))
}

/** The client's address, for the log. */
export function clientAddress(c: AppContext): string {
  const { trustedProxies } = c.get('services').config
  return clientAddressOf(peerAddress(c), c.req.header('x-forwarded-for'), trustedProxies)
}

/** The key of rate limits: the client's address, or its /64 network. */
export function clientNetwork(c: AppContext): string {
  return networkOf(clientAddress(c))
}

/**
 * Whether the call comes from a process of ours, such as a storefront: from this machine or an address of
 * `TRUSTED_PROXIES`, and for no other client.
 */
export function isTrustedCall(c: AppContext): boolean {
  const client = clientAddress(c)
  const isListed = c.get('services').config.trustedProxies.includes(client)
  return isListed || (isLoopbackAddress(client) && !isForwarded(Object.keys(c.req.header())))
}

/** The peer of the connection: a proxy or a shopper. */
export function peerAddress(c: AppContext): string | undefined {
  return c.env?.incoming?.socket.remoteAddress
}

function hostHeader(c: AppContext): string {
  return (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase()
}

/** The public origin of a shop's pages. */
export function shopOrigin(host: string, config: AppConfig): string {
  return isLocalHost(host) ? `http://${host}:${config.storefrontPort}` : `https://${host}`
}
