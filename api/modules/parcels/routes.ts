import { Hono } from 'hono'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import * as z from 'zod/mini'

import type { AppContext, Env } from '../../http/context.ts'
import { readTenant } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { formatOrderNumber } from '../../ids.ts'
import { updateAvailability } from '../catalogue/availability.ts'
import type { NamedOrder } from '../orders/change-each.ts'
import { recordStatuses } from './change-parcels.ts'
import { findCourierSecret } from './courier-secret.ts'
import { REPORTED_STATUSES, type StatusReport } from './parcel-status.ts'

const REPORTS_MAX = 100
const REFERENCE_MAX = 100

const reportsSchema = z.strictObject({
  parcels: z
    .array(
      z.strictObject({
        order: z.string(),
        status: z.enum(REPORTED_STATUSES),
        cashReference: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(REFERENCE_MAX))),
      }),
    )
    .check(z.minLength(1), z.maxLength(REPORTS_MAX)),
})

/** The call of a courier's system. docs/couriers.md */
export const parcelRoutes = new Hono<Env>()

parcelRoutes.post('/status', async (c) => {
  const { db, now } = c.get('services')
  const { id: tenantId } = c.get('tenant')
  const { parcels } = parseReports(await readSigned(c))
  const named = parcels.map(({ order, ...terms }): NamedOrder<StatusReport> => ({ typed: order, terms }))
  const results: object[] = []
  const changed: string[] = []
  for await (const one of recordStatuses(db, tenantId, named, { actor: 'courier', now })) {
    if ('refusal' in one) {
      results.push({ order: one.typed, outcome: 'refused', reason: one.refusal.message })
      continue
    }
    const { status, isChanged, restocked, taken } = one.result
    changed.push(...restocked, ...(taken?.soldOut ?? []))
    const outcome = isChanged ? 'recorded' : 'unchanged'
    results.push({ order: formatOrderNumber(one.number), status, outcome })
  }
  // The courier does not wait for the storefronts.
  void updateAvailability(c.get('services'), tenantId, changed)
  return c.json({ parcels: results })
})

/**
 * The body of a call that is signed as https://www.standardwebhooks.com describes, within 5 minutes.
 * @throws {ApiError} 401 it is not signed with the shop's secret, or too old
 */
async function readSigned(c: AppContext): Promise<string> {
  const { db } = c.get('services')
  const { id: tenantId } = c.get('tenant')
  const body = await c.req.text()
  const secret = await readTenant(db, tenantId, (tx) => findCourierSecret(tx, tenantId))
  try {
    if (secret === undefined) throw new WebhookVerificationError('The shop has no secret.')
    new Webhook(secret).verify(body, c.req.header(), { jsonParse: false })
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    throw new ApiError(401, 'The call is not signed for this shop, or it is too old.')
  }
  return body
}

/** @throws {ApiError} 422 the body is no list of reports */
function parseReports(body: string): z.output<typeof reportsSchema> {
  try {
    return z.parse(reportsSchema, JSON.parse(body))
  } catch {
    const statuses = REPORTED_STATUSES.join(', ')
    throw new ApiError(
      422,
      `Send { "parcels": [{ "order", "status" }] } with 1 to ${REPORTS_MAX} parcels; a status is one of ${statuses}.`,
    )
  }
}
