import { createEtag } from '@tanabana/node/http-headers.ts'
import type { PaymentAccount } from '../../db/json-columns.ts'
import { PROVIDERS } from '../../payment-providers/registry.ts'
import type { Tenant } from '../../tenant.ts'
import { offeredCapabilities } from '../tenants/capabilities.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import type { SubCategories } from './sub-categories.ts'

/** The body of `GET /storeInfo`, ready to be sent. */
export interface StoreInfoBody {
  json: Uint8Array<ArrayBuffer>
  etag: string
}

interface KnownBody extends StoreInfoBody {
  /** As JSON. */
  subCategories: string
}

const withEmail = new WeakMap<Tenant, KnownBody>()
const withoutEmail = new WeakMap<Tenant, KnownBody>()

/** Returns the store info of a shop, serialized once per version: the tenant cache keeps one object for each. */
export function storeInfoBody(
  tenant: Tenant,
  sendsEmail: boolean,
  subCategories?: SubCategories,
): StoreInfoBody {
  const bodies = sendsEmail ? withEmail : withoutEmail
  const listed = JSON.stringify(subCategories ?? null)
  const known = bodies.get(tenant)
  if (known?.subCategories === listed) return known
  const { hosts, record, paymentAccounts } = tenant
  const json = new TextEncoder().encode(
    JSON.stringify({
      ...{ ...record, capabilities: offeredCapabilities(record.capabilities, sendsEmail) },
      ...paymentHosts(record, paymentAccounts),
      ...mainHost(hosts),
      subCategories,
    }),
  )
  const body = { json, etag: createEtag(json), subCategories: listed }
  bodies.set(tenant, body)
  return body
}

/** The first of several hosts; with one host, the store info stays as it is. */
function mainHost([main, ...others]: string[]): { mainHost?: string } {
  return main === undefined || others.length === 0 ? {} : { mainHost: main }
}

/** The hosts of the store info and of the shop's providers; without a provider, the store info stays as it is. */
function paymentHosts(record: StoreRecord, accounts: PaymentAccount[] = []): { paymentHosts?: string[] } {
  const hosts = accounts.flatMap(({ provider }) => PROVIDERS[provider].browserHosts)
  if (hosts.length === 0) return {}
  return { paymentHosts: [...new Set([...(record.paymentHosts ?? []), ...hosts])] }
}
