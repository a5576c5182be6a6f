import * as z from 'zod/mini'

import { OFFER_KINDS } from '../db/order-states.ts'
import { ApiError } from '../errors.ts'
import { moment, rupees, text } from '../http/schemas.ts'
import { newOfferId } from '../ids.ts'
import { normalizeOfferCode } from '../modules/offers/offer-code.ts'
import { addOffer, listOffers, stopOffer } from '../modules/offers/offers.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { amount as rupeesGiven, line, toPaise } from './body-fields.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, pageOfRows } from './lists.ts'

const uses = z.int().check(z.minimum(1), z.maximum(1_000_000))
const time = z.iso.datetime({ offset: true })

const offerRow = z.object({
  id: text,
  code: z.nullable(text),
  label: text,
  kind: z.enum(OFFER_KINDS),
  value: z.number().check(z.describe('Whole percent, or rupees')),
  category: z.nullable(text),
  minimum: z.nullable(rupees),
  firstOrderOnly: z.boolean(),
  perCustomer: z.nullable(z.int()),
  maxUses: z.nullable(z.int()),
  startsAt: z.nullable(moment),
  endsAt: z.nullable(moment),
  stoppedAt: z.nullable(moment),
  createdAt: moment,
  uses: z.int(),
  given: rupees,
})

export const offerRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/offers',
    operationId: 'listOffers',
    tag: 'Offers',
    summary: 'List offers with their uses, the newest first',
    access: 'offers.read',
    query: z.object(listParameters),
    response: listOf(offerRow),
    async handle(c, { query }) {
      const rows = await inShop(c, (tx) => listOffers(tx, c.get('tenant').id))
      return c.json(pageOfRows(rows.map(describe), query))
    },
  }),
  adminRoute({
    method: 'post',
    path: '/offers',
    operationId: 'addOffer',
    tag: 'Offers',
    summary: 'Start an offer, with a code or for every order that fits',
    access: 'offers.write',
    body: z.strictObject({
      code: z.optional(text.check(z.maxLength(40))),
      label: line(),
      percent: z.optional(z.int().check(z.minimum(1), z.maximum(99))),
      amount: z.optional(rupeesGiven),
      category: z.optional(line(200)),
      minimum: z.optional(rupeesGiven),
      firstOrderOnly: z.optional(z.boolean()),
      perCustomer: z.optional(uses),
      maxUses: z.optional(uses),
      startsAt: z.optional(time),
      endsAt: z.optional(time),
    }),
    status: 201,
    response: offerRow,
    failures: { 409: 'A running offer has this code', 422: 'A field is not valid' },
    async handle(c, { body }) {
      const { percent, amount, minimum, code: typed, startsAt, endsAt, ...fields } = body
      if ((percent === undefined) === (amount === undefined)) {
        throw new ApiError(422, 'Give either a percentage or an amount.')
      }
      if (amount !== undefined && amount > (minimum ?? 0)) {
        throw new ApiError(422, 'An offer of an amount needs a minimum that is not below it.')
      }
      const code = typed === undefined ? undefined : normalizeOfferCode(typed)
      if (typed !== undefined && code === undefined)
        throw new ApiError(422, 'The code needs letters and digits.')
      const tenantId = c.get('tenant').id
      const offer = {
        ...{ ...fields, id: newOfferId(), code: code ?? null, createdAt: c.get('services').now() },
        kind: percent === undefined ? ('amount' as const) : ('percent' as const),
        value: percent ?? toPaise(amount ?? 0),
        minimum: minimum === undefined ? null : toPaise(minimum),
        startsAt: startsAt === undefined ? null : new Date(startsAt),
        endsAt: endsAt === undefined ? null : new Date(endsAt),
      }
      return inShop(c, async (tx) => {
        if (!(await addOffer(tx, tenantId, offer))) {
          throw new ApiError(
            409,
            `A running offer has the code ${code ?? ''} already.`,
            {},
            { code: 'exists' },
          )
        }
        await auditCall(c, tx, { target: offer.id, after: body })
        const added = (await listOffers(tx, tenantId)).find(({ id }) => id === offer.id)
        if (!added) throw new Error('The offer was not stored.')
        return c.json(describe(added), 201)
      })
    },
  }),
  adminRoute({
    method: 'post',
    path: '/offers/{id}/stop',
    operationId: 'stopOffer',
    tag: 'Offers',
    summary: 'Stop a running offer for good',
    access: 'offers.write',
    failures: { 404: 'No such running offer' },
    handle: (c) =>
      inShop(c, async (tx) => {
        const stopped = await stopOffer(tx, c.get('tenant').id, idOf(c), c.get('services').now())
        if (!stopped) throw new ApiError(404, 'The shop has no such running offer.')
        await auditCall(c, tx, { target: stopped.id, before: { label: stopped.label, code: stopped.code } })
        return c.body(null, 204)
      }),
  }),
]

function describe(offer: Awaited<ReturnType<typeof listOffers>>[number]) {
  const { id, code, label, kind, value, category, minimum, firstOrderOnly, perCustomer, maxUses } = offer
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...{ id, code, label, kind, category, firstOrderOnly, perCustomer, maxUses, uses: offer.uses },
    value: kind === 'percent' ? value : value / 100,
    minimum: minimum === null ? null : minimum / 100,
    given: offer.given / 100,
    ...{ startsAt: iso(offer.startsAt), endsAt: iso(offer.endsAt), stoppedAt: iso(offer.stoppedAt) },
    createdAt: offer.createdAt.toISOString(),
  }
}
