import { ApiError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { requireCapability } from '../tenants/capabilities.ts'
import { storeInfoResponse } from '../store-info/response-schemas.ts'
import { storeInfoBody } from '../store-info/store-info-body.ts'
import { readSubCategories } from '../store-info/sub-categories.ts'
import { loadDraft } from './drafts.ts'
import { isPreviewToken } from './preview-links.ts'

export const previewRoutes = [
  route({
    method: 'get',
    path: '/previews/{token}',
    operationId: 'getPreview',
    tag: 'Store',
    summary: "Read the draft of the shop's store record",
    description: 'The store record as it would be published, for a preview link that has not ended.',
    example: { parameters: { token: 'tp3gw0.Q2v7Lk0dYx9mB4sTf6nRzJ1hWc8uEaG5oPiKqMtVyDb' } },
    response: {
      status: 200,
      description: 'The store record of the draft',
      schema: storeInfoResponse,
      example: { storeName: 'Tanabana', categories: ['Sarees', 'Kurtas'] },
    },
    failures: { 404: 'The link has ended, or the shop does not offer previews' },
    handle: async (c) => {
      requireCapability(c, 'preview')
      const { db, now, sendsEmail } = c.get('services')
      const tenant = c.get('tenant')
      if (!(await isPreviewToken(db, tenant.id, c.req.param('token') ?? '', now()))) {
        throw new ApiError(404, 'This preview has ended.')
      }
      const { record } = await loadDraft(db, tenant.id)
      const subCategories = await readSubCategories(c, record)
      const { json } = storeInfoBody({ ...tenant, record }, sendsEmail, subCategories)
      return c.body(json, 200, { 'content-type': 'application/json' })
    },
  }),
]
