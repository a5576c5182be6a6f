import { createHash } from 'node:crypto'

import { and, eq, gte, lt } from 'drizzle-orm'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type * as z from 'zod/mini'

import type { keyReusedSchema } from '../../../src/lib/contract/order.ts'
import type { AppContext } from '../context.ts'
import { type Transaction, withTenant } from '../../db/index.ts'
import { idempotencyKeys } from '../../db/schema.ts'
import { ApiError } from '../errors.ts'

const KEEP_MS = 24 * 60 * 60 * 1000
const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/

interface FirstAnswer {
  status: ContentfulStatusCode
  body: unknown
}

export type Work = (tx: Transaction) => Promise<FirstAnswer>

/**
 * Runs the work that `prepare` gives in one transaction and answers with its result. With an `Idempotency-Key` the first
 * answer is kept for 24 hours, in that same transaction, and given again instead of a second run. A failure is not kept:
 * what the work throws undoes the key too. `prepare` counts attempts or asks others over the network, outside of any
 * transaction, and is not called for an answer that is kept.
 * @throws {ApiError} 422 the key came with another body before, 409 the first call is still under way
 */
export async function answerPreparedOnce(
  c: AppContext,
  body: unknown,
  prepare: () => Promise<Work>,
): Promise<Response> {
  return answer(c, body, async (key) => (key !== undefined && (await isKept(c, key)) ? refuse : prepare()))
}

async function answer(
  c: AppContext,
  body: unknown,
  prepare: (key?: string) => Promise<Work>,
): Promise<Response> {
  const { db, inFlight } = c.get('services')
  const tenantId = c.get('tenant').id
  const userId = c.get('user').id
  const key = c.req.header('idempotency-key')
  if (key === undefined) {
    const work = await prepare()
    const { status, body: answer } = await withTenant(db, tenantId, work)
    return c.json(answer, status)
  }
  if (!KEY_PATTERN.test(key)) {
    throw new ApiError(400, 'Idempotency-Key must be 1 to 255 visible characters without spaces.')
  }

  const inFlightKey = JSON.stringify([tenantId, userId, key])
  if (inFlight.has(inFlightKey)) throw inProgress()
  inFlight.add(inFlightKey)
  try {
    const work = await prepare(key)
    const { status, body: answer } = await withTenant(db, tenantId, (tx) =>
      firstAnswer(c, tx, key, body, work),
    )
    return c.json(answer, status)
  } finally {
    inFlight.delete(inFlightKey)
  }
}

async function isKept(c: AppContext, key: string): Promise<boolean> {
  const { db } = c.get('services')
  const [tenantId, userId] = [c.get('tenant').id, c.get('user').id]
  const kept = await withTenant(db, tenantId, (tx) =>
    tx
      .select({ key: idempotencyKeys.key })
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.tenantId, tenantId),
          eq(idempotencyKeys.userId, userId),
          eq(idempotencyKeys.key, key),
          gte(idempotencyKeys.createdAt, keptSince(c)),
        ),
      ),
  )
  return kept.length > 0
}

function keptSince(c: AppContext): Date {
  return new Date(c.get('services').now().getTime() - KEEP_MS)
}

function inProgress(): ApiError {
  return new ApiError(409, 'The same request is still in progress. Try again in a moment.', {
    'retry-after': '1',
  })
}

/** The kept answer went out of date since it was seen, and nothing was prepared in its place. */
const refuse: Work = () => Promise.reject(inProgress())

async function firstAnswer(
  c: AppContext,
  tx: Transaction,
  key: string,
  body: unknown,
  work: Work,
): Promise<FirstAnswer> {
  const own = { tenantId: c.get('tenant').id, userId: c.get('user').id, key }
  const isOwn = and(
    eq(idempotencyKeys.tenantId, own.tenantId),
    eq(idempotencyKeys.userId, own.userId),
    eq(idempotencyKeys.key, key),
  )
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([c.req.method, c.req.path, body]))
    .digest('hex')

  await tx
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenantId, own.tenantId), lt(idempotencyKeys.createdAt, keptSince(c))))
  // Another process with the same key waits here until this transaction has ended, and then finds its answer.
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ ...own, fingerprint, status: 0, answer: {}, createdAt: c.get('services').now() })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })

  if (claimed.length === 0) {
    const [first] = await tx.select().from(idempotencyKeys).where(isOwn)
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
    // Only answers with a body are kept.
    return { status: first.status as ContentfulStatusCode, body: first.answer }
  }

  const answer = await work(tx)
  await tx.update(idempotencyKeys).set({ status: answer.status, answer: answer.body }).where(isOwn)
  return answer
}
