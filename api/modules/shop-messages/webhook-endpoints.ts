import { randomBytes } from 'node:crypto'

import { and, asc, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { webhookEndpoints } from '../../db/schema.ts'
import { newReturnId } from '../../ids.ts'

export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect

const SECRET_BYTES = 32

export function listEndpoints(tx: Transaction, tenantId: string): Promise<WebhookEndpoint[]> {
  return tx
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.tenantId, tenantId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
}

export async function findEndpoint(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const [endpoint] = await tx.select().from(webhookEndpoints).where(isNamed(tenantId, id))
  return endpoint
}

/** Adds an address with a new secret. It gets the events from now on. */
export async function addEndpoint(tx: Transaction, tenantId: string, url: string): Promise<WebhookEndpoint> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  const [endpoint] = await tx
    .insert(webhookEndpoints)
    .values({ tenantId, id: newReturnId(), url, secret })
    .returning()
  if (!endpoint) throw new Error('The webhook was not stored.')
  return endpoint
}

/** Removes an address; what waits for it is skipped. Returns `false` if there is none. */
export async function removeEndpoint(tx: Transaction, tenantId: string, id: string): Promise<boolean> {
  const removed = await tx.delete(webhookEndpoints).where(isNamed(tenantId, id)).returning()
  return removed.length > 0
}

function isNamed(tenantId: string, id: string) {
  return and(eq(webhookEndpoints.tenantId, tenantId), eq(webhookEndpoints.id, id))
}
