import { createHash } from 'node:crypto'

import { and, eq, gte, lt } from 'drizzle-orm'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type * as z from 'zod/mini'

import type { keyReusedSchema } from '@tanabana/contract/order.ts'
import type { AppContext } from '../context.ts'
import { type Transaction, withTenant } from '../../db/index.ts'
import { idempotencyKeys } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'

const STORED_FOR_MS = 24 * 60 * 60 * 1000
const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/

interface StoredResponse {
  status: ContentfulStatusCode
  body: unknown
}

export type Work = (tx: Transaction) => Promise<StoredResponse>

/**
 * Runs the work returned by `prepare` in one transaction and responds with its result. With an `Idempotency-Key`,
 * that transaction also stores the response for 24 hours, and a repeated request gets it instead of a second run. A
 * failure is not stored: an error of the work rolls the key back too. `prepare` runs outside any transaction, for rate
 * limits and network calls; it is skipped when a response is stored.
 * @throws {ApiError} 422 the key came with another body before, 409 the first request is still in progress
 */
export async function respondOnce(
  c: AppContext,
  body: unknown,
  prepare: () => Promise<Work>,
): Promise<Response> {
  const { db, inFlight } = c.get('services')
  const tenantId = c.get('tenant').id
  const userId = c.get('user').id
  const key = c.req.header('idempotency-key')
  if (key === undefined) {
    const work = await prepare()
    const { status, body: result } = await withTenant(db, tenantId, work)
    return c.json(result, status)
  }
  if (!KEY_PATTERN.test(key)) {
    throw new ApiError(400, 'Idempotency-Key must be 1 to 255 visible characters without spaces.')
  }

  const inFlightKey = JSON.stringify([tenantId, userId, key])
  if (inFlight.has(inFlightKey)) throw inProgress()
  inFlight.add(inFlightKey)
  try {
    const work = (await hasStoredResponse(c, key)) ? refuse : await prepare()
    const { status, body: result } = await withTenant(db, tenantId, (tx) =>
      runOrReplay(c, tx, key, body, work),
    )
    return c.json(result, status)
  } finally {
    inFlight.delete(inFlightKey)
  }
}

async function hasStoredResponse(c: AppContext, key: string): Promise<boolean> {
  const stored = await withTenant(c.get('services').db, c.get('tenant').id, (tx) =>
    tx
      .select({ key: idempotencyKeys.key })
      .from(idempotencyKeys)
      .where(and(isOwnKey(c, key), gte(idempotencyKeys.createdAt, storedSince(c)))),
  )
  return stored.length > 0
}

function isOwnKey(c: AppContext, key: string) {
  return and(
    eq(idempotencyKeys.tenantId, c.get('tenant').id),
    eq(idempotencyKeys.userId, c.get('user').id),
    eq(idempotencyKeys.key, key),
  )
}

function storedSince(c: AppContext): Date {
  return new Date(c.get('services').now().getTime() - STORED_FOR_MS)
}

function inProgress(): ApiError {
  return new ApiError(409, 'The same request is still in progress. Try again in a moment.', {
    'retry-after': '1',
  })
}

/** The stored response expired since the lookup, and nothing was prepared. */
const refuse: Work = () => Promise.reject(inProgress())

async function runOrReplay(
  c: AppContext,
  tx: Transaction,
  key: string,
  body: unknown,
  work: Work,
): Promise<StoredResponse> {
  const own = { tenantId: c.get('tenant').id, userId: c.get('user').id, key }
  const isThisKey = isOwnKey(c, key)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([c.req.method, c.req.path, body]))
    .digest('hex')

  await tx
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenantId, own.tenantId), lt(idempotencyKeys.createdAt, storedSince(c))))
  // Another process with the same key waits here until this transaction ends, then finds its response.
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ ...own, fingerprint, status: 0, answer: {}, createdAt: c.get('services').now() })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })

  if (claimed.length === 0) {
    const [first] = await tx.select().from(idempotencyKeys).where(isThisKey)
    if (first?.fingerprint !== fingerprint) {
      const details: z.input<typeof keyReusedSchema> = { code: 'key-reused' }
      throw new ApiError(
        422,
        'This Idempotency-Key was used for another request. Use a new key.',
        {},
        details,
      )
    }
    c.header('idempotent-replayed', 'true')
    // Only responses with a body are stored.
    return { status: first.status as ContentfulStatusCode, body: first.answer }
  }

  const response = await work(tx)
  await tx.update(idempotencyKeys).set({ status: response.status, answer: response.body }).where(isThisKey)
  return response
}
