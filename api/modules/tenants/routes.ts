import { storeInfoResponse } from './response-schemas.ts'
import type { PaymentAccount } from '../payments/providers/provider.ts'
import { PROVIDERS } from '../payments/providers/registry.ts'
import type { StoreRecord } from './tenant.ts'
import { route } from '../../http/route.ts'

export const storeInfoRoutes = [
  route({
    method: 'get',
    path: '/storeInfo',
    operationId: 'getStoreInfo',
    tag: 'Store',
    summary: 'Read the store record',
    description:
      'Names, company details, categories, policies, palette, and what this API can do beyond the plain calls.',
    response: {
      status: 200,
      description: 'The store record',
      schema: storeInfoResponse,
      example: {
        storeName: 'Tanabana',
        companyName: 'Tanabana Demo Pvt Ltd',
        companyEmail: 'hello@tanabana.example',
        categories: ['Sarees', 'Kurtas'],
        categoryImages: { Sarees: '/media/tile-sarees.webp', default: '/media/tile-default.webp' },
        policies: { return: '<p>Send it back within 7 days.</p>' },
        capabilities: ['order-lines', 'idempotency-key', 'search'],
        theme: { accent: '#7a1f2b', accentInk: '#ffffff' },
      },
    },
    handle: (c) => {
      const { hosts, record, paymentAccounts } = c.get('tenant')
      return c.json({ ...record, ...paymentHosts(record, paymentAccounts), ...mainHost(hosts) })
    },
  }),
]

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
