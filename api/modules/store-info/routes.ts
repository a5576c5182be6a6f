import { matchesEtag } from '@tanabana/node/http-headers.ts'
import { storeInfoResponse } from './response-schemas.ts'
import { storeInfoBody } from './store-info-body.ts'
import { readSubCategories } from './sub-categories.ts'
import { route } from '../../http/route.ts'

export const storeInfoRoutes = [
  route({
    method: 'get',
    path: '/storeInfo',
    operationId: 'getStoreInfo',
    tag: 'Store',
    summary: 'Read the store record',
    description:
      'Names, company details, categories, policies, palette, and what this API can do beyond the plain calls. ' +
      '`If-None-Match` with the `ETag` of the record gets 304 until the record changes.',
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
        capabilities: ['order-lines', 'idempotency-key', 'search', 'sub-categories'],
        subCategories: { Sarees: ['Silk', 'Cotton'], Kurtas: ['Straight'] },
        theme: { accent: '#7a1f2b', accentInk: '#ffffff' },
      },
    },
    handle: async (c) => {
      const tenant = c.get('tenant')
      const subCategories = await readSubCategories(c, tenant.record)
      const { json, etag } = storeInfoBody(tenant, c.get('services').sendsEmail, subCategories)
      c.header('etag', etag)
      if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
      return c.body(json, 200, { 'content-type': 'application/json' })
    },
  }),
]
