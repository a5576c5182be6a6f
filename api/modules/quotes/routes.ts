import * as z from 'zod/mini'

import { quoteRequestSchema } from '@tanabana/contract/requests.ts'
import { readTenant } from '../../db/index.ts'
import { clientNetwork } from '../../http/addresses.ts'
import { components } from '../../http/schemas.ts'
import { route } from '../../http/route.ts'
import { readSession } from '../users/session.ts'
import { checkLines } from './decide-lines.ts'
import { decideQuote } from './decide-quote.ts'
import { quoteShopOf } from './quote-shop.ts'
import { readQuoteRows } from './read-rows.ts'
import { quoteResponse } from './response-schemas.ts'
import { toQuote } from './to-quote.ts'

const TEXT_MAX = 300

const shortText = z.optional(z.string().check(z.maxLength(TEXT_MAX)))

const strictQuoteRequestSchema = z
  .strictObject({
    ...quoteRequestSchema.shape,
    postalCode: shortText,
    phone: shortText,
    offerCode: shortText,
  })
  .register(components, { id: 'QuoteRequest' })

export const quoteRoutes = [
  route({
    method: 'post',
    path: '/quotes',
    operationId: 'createQuote',
    tag: 'Orders',
    summary: 'Ask what an order would cost, when it arrives and how it can be paid',
    description:
      'Capability `quotes`. Nothing is stored. `POST /orders` decides by the same rules and refuses an order that no ' +
      "longer is what its quote said. With the token of an account, the account's open orders count too.",
    body: strictQuoteRequestSchema,
    example: {
      body: {
        lines: [{ productId: 'indigo-block-kurta', quantity: 1, selectedSize: 'M' }],
        postalCode: '411001',
      },
    },
    response: {
      status: 200,
      description: 'The quote',
      schema: quoteResponse,
      example: {
        lines: [
          {
            productId: 'indigo-block-kurta',
            quantity: 1,
            variantId: 'b9T2kQx7Lw4mZp0cVr8sYe',
            unitPrice: 119900,
            compareAt: 149900,
            left: 3,
          },
        ],
        subtotal: 119900,
        total: 119900,
        fees: [],
        payable: 119900,
        delivery: { served: true, by: '2026-11-30', city: 'Pune', state: 'Maharashtra' },
        methods: [
          { kind: 'qr', offered: true },
          { kind: 'cod', offered: false, reason: 'amount', max: 100000 },
        ],
        returns: { days: 7, paidBy: 'shopper' },
      },
    },
    failures: {
      422: 'The lines are too many, or a quantity is not valid',
      429: 'Too many quotes in a minute',
    },
    async handle(c, request) {
      const { db, rateLimits, config, now } = c.get('services')
      const tenant = c.get('tenant')
      await rateLimits.quote.consume([tenant.id, clientNetwork(c)])
      checkLines(request.lines)
      const session = await readSession(c)
      const shop = quoteShopOf(tenant, config)
      const rows = await readTenant(db, tenant.id, (tx) => readQuoteRows(tx, shop, request, session?.user.id))
      c.header('cache-control', 'no-store')
      return c.json(toQuote(decideQuote(shop, rows, { ...request, hasChoices: true }, now())))
    },
  }),
]
