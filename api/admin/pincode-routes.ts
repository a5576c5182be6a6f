import * as z from 'zod/mini'

import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { ApiError } from '../errors.ts'
import type { AppContext } from '../http/context.ts'
import { text } from '../http/schemas.ts'
import { randomId } from '../ids.ts'
import { removeUpload } from '../modules/imports/uploaded-files.ts'
import {
  findPincode,
  findPincodePage,
  removePincode,
  replacePincodes,
  savePincode,
  type Pincode,
} from '../modules/delivery/pincodes.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { line } from './body-fields.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, toRange } from './lists.ts'
import { purgeEdit } from './purge-edit.ts'
import { receiveUpload } from './receive-upload.ts'

const place = line()
const fields = {
  city: place,
  state: place,
  serviceable: z.boolean(),
  deliveryDays: z.nullable(z.int().check(z.minimum(1), z.maximum(99))),
  cashOnDelivery: z.boolean(),
}
const pincodeRow = z.object({ id: text.check(z.describe('The PIN code')), ...fields })

export const pincodeRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/pincodes',
    operationId: 'listPincodes',
    tag: 'Delivery',
    summary: 'List the PIN codes that the shop knows',
    access: 'settings.read',
    query: z.object({
      ...listParameters,
      q: z.optional(text.check(z.maxLength(100), z.describe('Beginning of a code, city or state'))),
    }),
    response: listOf(pincodeRow),
    async handle(c, { query }) {
      const { found, total } = await inShop(c, (tx) =>
        findPincodePage(tx, c.get('tenant').id, query.q ?? '', toRange(query)),
      )
      return c.json({ data: found.map(describe), total })
    },
  }),
  adminRoute({
    method: 'post',
    path: '/pincodes/import',
    operationId: 'importPincodes',
    tag: 'Delivery',
    summary:
      "Replace the shop's PIN codes by those of a CSV file, sent as the body, in the columns of its export or those of India Post's directory; at most 32 MB",
    access: 'settings.write',
    response: z.object({
      pincodes: z.int(),
      leftOut: z.array(text).check(z.describe('Without a district or state in the file')),
    }),
    failures: { 413: 'Larger than 32 MB', 422: 'A row is not valid; nothing was changed' },
    async handle(c) {
      const { readPincodes } = await import('../modules/delivery/read-pincodes.ts')
      const path = await receiveUpload(c, randomId())
      const { rows, leftOut } = await readPincodes(path, 'The file').finally(() => removeUpload(path))
      await inShop(c, async (tx) => {
        await replacePincodes(tx, c.get('tenant').id, rows)
        await auditCall(c, tx, { target: '', after: { pincodes: rows.length } })
      })
      await purgeEdit(c, c.get('tenant'))
      return c.json({ pincodes: rows.length, leftOut })
    },
  }),
  adminRoute({
    method: 'put',
    path: '/pincodes/{id}',
    operationId: 'savePincode',
    tag: 'Delivery',
    summary: 'Add a PIN code, or replace what the shop knows of it',
    access: 'settings.write',
    body: z.strictObject(fields),
    response: pincodeRow,
    failures: { 422: 'No PIN code' },
    handle: (c, { body }) =>
      inShop(c, async (tx) => {
        const code = codeOf(c)
        const before = await findPincode(tx, c.get('tenant').id, code)
        await savePincode(tx, c.get('tenant').id, { ...body, code })
        await auditCall(c, tx, { target: code, before: before && describe(before), after: body })
        return c.json({ id: code, ...body })
      }),
  }),
  adminRoute({
    method: 'delete',
    path: '/pincodes/{id}',
    operationId: 'removePincode',
    tag: 'Delivery',
    summary: 'Remove a PIN code: the shop then knows nothing of it',
    access: 'settings.write',
    failures: { 404: 'No such PIN code' },
    handle: (c) =>
      inShop(c, async (tx) => {
        const code = codeOf(c)
        const isRemoved = await removePincode(tx, c.get('tenant').id, code)
        if (!isRemoved) throw new ApiError(404, 'The shop does not know this PIN code.')
        await auditCall(c, tx, { target: code })
        return c.body(null, 204)
      }),
  }),
]

/** @throws {ApiError} 422 the path names no PIN code */
function codeOf(c: AppContext): string {
  const code = readPinCode(idOf(c))
  if (code !== undefined) return code
  throw new ApiError(422, 'A PIN code has 6 digits, the first not 0.')
}

function describe({ code, city, state, serviceable, deliveryDays, cashOnDelivery }: Pincode) {
  return { id: code, city, state, serviceable, deliveryDays, cashOnDelivery }
}
