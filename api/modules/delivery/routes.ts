import * as z from 'zod/mini'

import { shippingAddressSchema } from '@tanabana/contract/requests.ts'
import { hasControlCharacters } from '@tanabana/contract/text.ts'
import { withTenant } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { components } from '../../http/schemas.ts'
import { route } from '../../http/route.ts'
import { addAddress, listAddresses, removeAddress } from './addresses.ts'
import { addressesResponse, addressResponse } from './response-schemas.ts'

const strictAddressSchema = z
  .strictObject(shippingAddressSchema.shape)
  .register(components, { id: 'AddressCreation' })

const TEXT_MAX = 254

const ADDRESS = {
  fullName: 'Meera Iyer',
  address: '12 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  postalCode: '411001',
  phone: '+91 98765 43210',
}
const SAVED = { id: 'k3v9q2tx4wb7m5n8', ...ADDRESS }

export const deliveryRoutes = [
  route({
    method: 'get',
    path: '/addresses',
    operationId: 'listAddresses',
    tag: 'Delivery',
    summary: "List the shopper's saved addresses",
    description: 'Capability `addresses`. Newest first.',
    signedIn: true,
    response: { status: 200, description: 'The addresses', schema: addressesResponse, example: [SAVED] },
    async handle(c) {
      const tenantId = c.get('tenant').id
      const rows = await withTenant(c.get('services').db, tenantId, (tx) =>
        listAddresses(tx, tenantId, c.get('user').id),
      )
      return c.json(rows.map(({ id, address }) => ({ id, ...address })))
    },
  }),
  route({
    method: 'post',
    path: '/addresses',
    operationId: 'addAddress',
    tag: 'Delivery',
    summary: 'Save an address',
    description:
      'Capability `addresses`. An address that is saved already is not saved again; over ten, the oldest is removed.',
    signedIn: true,
    body: strictAddressSchema,
    example: { body: ADDRESS },
    response: { status: 201, description: 'The saved address', schema: addressResponse, example: SAVED },
    failures: { 422: 'A field is empty, too long or has invisible characters', 429: 'Too many in a minute' },
    async handle(c, address) {
      const { db, rateLimits, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const userId = c.get('user').id
      await rateLimits.addressSaving.consume([tenantId, userId])
      const texts = Object.values(address)
      if (texts.some((text) => text.trim() === '' || text.length > TEXT_MAX || hasControlCharacters(text))) {
        throw new ApiError(
          422,
          `Each field of an address needs 1 to ${TEXT_MAX} characters, without invisible ones.`,
        )
      }
      const saved = await withTenant(db, tenantId, (tx) => addAddress(tx, tenantId, userId, address, now()))
      return c.json({ id: saved.id, ...saved.address }, 201)
    },
  }),
  route({
    method: 'delete',
    path: '/addresses/{addressId}',
    operationId: 'removeAddress',
    tag: 'Delivery',
    summary: 'Remove a saved address',
    description: 'Capability `addresses`.',
    signedIn: true,
    example: { parameters: { addressId: SAVED.id } },
    response: { status: 204, description: 'The address is removed' },
    failures: { 404: 'The shopper has no such address' },
    async handle(c) {
      const tenantId = c.get('tenant').id
      const isRemoved = await withTenant(c.get('services').db, tenantId, (tx) =>
        removeAddress(tx, tenantId, c.get('user').id, c.req.param('addressId') ?? ''),
      )
      if (!isRemoved) throw new ApiError(404, 'Address not found')
      return c.body(null, 204)
    },
  }),
]
