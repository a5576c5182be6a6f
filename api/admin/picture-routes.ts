import * as z from 'zod/mini'

import { ApiError } from '../errors.ts'
import { text } from '../http/schemas.ts'
import { storePicture } from '../modules/catalogue/store-picture.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { inShop } from './in-shop.ts'

export const pictureRoutes: AdminRoute[] = [
  adminRoute({
    method: 'post',
    path: '/pictures',
    operationId: 'uploadPicture',
    tag: 'Products',
    summary:
      'Store a picture, sent as the body: JPEG, PNG, WebP or AVIF. Its address goes into a product or the store info',
    access: 'content.write',
    status: 201,
    response: z.object({ url: text }),
    failures: { 413: 'Larger than 15 MB', 422: 'No picture of these formats' },
    async handle(c) {
      const { dataDir } = c.get('services').config
      if (dataDir === 'memory://') throw new ApiError(503, 'This API keeps no files.')
      const url = await storePicture(dataDir, c.get('tenant').id, new Uint8Array(await c.req.arrayBuffer()))
      if (url === undefined) throw new ApiError(422, 'Send a picture as JPEG, PNG, WebP or AVIF.')
      await inShop(c, (tx) => auditCall(c, tx, { target: url }))
      return c.json({ url }, 201)
    },
  }),
]
