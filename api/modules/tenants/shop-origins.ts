import { LOCAL_API_PORT } from '@tanabana/contract/constants.ts'
import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import type { Tenant } from '../../tenant.ts'

const STOREFRONT_PORT = 4321

/** Public origins of a shop's pages and store API, by its main host. docs/requirements.md#71-base-address */
export function shopOrigins({ hosts: [host = 'localhost'] }: Pick<Tenant, 'hosts'>): {
  shop: string
  api: string
} {
  return isLocalHost(host)
    ? { shop: `http://${host}:${STOREFRONT_PORT}`, api: `http://${host}:${LOCAL_API_PORT}` }
    : { shop: `https://${host}`, api: `https://api.${host}` }
}
