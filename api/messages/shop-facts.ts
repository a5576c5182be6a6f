import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import type { Config } from '../config.ts'
import type { Tenant } from '../tenant.ts'
import type { ShopFacts } from './channel.ts'

export type MessageConfig = Pick<Config, 'port' | 'storefrontPort'>

/** The shop as its messages show it. */
export function shopFacts(tenant: Tenant, config: MessageConfig): ShopFacts {
  const { record, hosts, mailFrom } = tenant
  const host = hosts[0] ?? ''
  const isLocal = isLocalHost(host)
  const apiOrigin = isLocal ? `http://${host}:${config.port}` : `https://api.${host}`
  return {
    ...{ id: tenant.id, name: record.storeName, host, mailFrom },
    apiOrigin,
    isLocal: hosts.every(isLocalHost),
    origin: isLocal ? `http://${host}:${config.storefrontPort}` : `https://${host}`,
    email: record.companyEmail,
    phone: record.companyPhone,
    address: record.companyAddress,
    logoUrl: record.companyLogoUrl && URL.parse(record.companyLogoUrl, apiOrigin)?.href,
    theme: record.theme,
  }
}
