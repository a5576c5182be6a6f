import * as z from 'zod/mini'

import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { shippingAddressSchema } from '@tanabana/contract/requests.ts'
import { hasControlCharacters } from '@tanabana/contract/text.ts'
import { readTenant, withTenant } from '../../db/index.ts'
import { clientNetwork } from '../../http/addresses.ts'
import { ApiError } from '../../errors.ts'
import { components } from '../../http/schemas.ts'
import { route } from '../../http/route.ts'
import { addAddress, listAddresses, removeAddress } from './addresses.ts'
import { decideMethods, findMethod } from '../quotes/decide-methods.ts'
import { quoteShopOf } from '../quotes/quote-shop.ts'
import { findPincode } from './pincodes.ts'
import { addressesResponse, addressResponse, pincodeResponse } from './response-schemas.ts'

const strictAddressSchema = z
  .strictObject(shippingAddressSchema.shape)
  .register(components, { id: 'AddressCreation' })

const TEXT_MAX = 254
const CACHE_SECONDS = 3600

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
    path: '/pincodes/{code}',
    operationId: 'getPincode',
    tag: 'Delivery',
    summary: 'Read what the shop knows about a PIN code',
    description:
      'Capability `pincodes`. For a code that the shop does not know, the response has the code alone. Clients may cache it for an hour.',
    example: { parameters: { code: '411001' } },
    response: {
      status: 200,
      description: 'City, state and delivery',
      schema: pincodeResponse,
      example: {
        code: '411001',
        city: 'Pune',
        state: 'Maharashtra',
        serviceable: true,
        deliveryDays: 4,
        cashOnDelivery: true,
      },
    },
    failures: { 404: 'Not a PIN code', 429: 'Too many look-ups in a minute' },
    async handle(c) {
      const { db, rateLimits, config } = c.get('services')
      const tenant = c.get('tenant')
      const tenantId = tenant.id
      await rateLimits.pincode.consume([tenantId, clientNetwork(c)])
      const code = readPinCode(c.req.param('code') ?? '')
      if (code === undefined) throw new ApiError(404, 'A PIN code has 6 digits, the first not 0.')
      const row = await readTenant(db, tenantId, (tx) => findPincode(tx, tenantId, code))
      c.header('cache-control', `public, max-age=${CACHE_SECONDS}`)
      if (!row) return c.json({ code })
      const { city, state, serviceable, deliveryDays } = row
      const days = deliveryDays === null ? {} : { deliveryDays }
      const methods = decideMethods(quoteShopOf(tenant, config), { postalCode: code, pincode: row })
      const cash = findMethod(methods, 'cash-on-delivery')
      return c.json({
        code,
        city,
        state,
        serviceable,
        ...days,
        ...(cash && { cashOnDelivery: cash.isOffered }),
      })
    },
  }),
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
