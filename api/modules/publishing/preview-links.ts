import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { eq } from 'drizzle-orm'

import { previewExpiry } from '@tanabana/contract/preview.ts'
import { withTenant, type Database, type Transaction } from '../../db/index.ts'
import { previewKeys } from '../../db/schema.ts'

const VALID_MS = 24 * 60 * 60 * 1000

/** A link to the preview of a shop. */
export interface PreviewLink {
  /** Path on the shop's own host, such as `/_preview/<token>`. */
  path: string
  expiresAt: Date
}

/** Creates a link that shows the shop's draft for a day. SECURITY.md#preview-links */
export async function createPreviewLink(db: Database, tenantId: string, now: Date): Promise<PreviewLink> {
  const expiresAt = new Date(Math.floor((now.getTime() + VALID_MS) / 1000) * 1000)
  const key = await withTenant(db, tenantId, async (tx) => {
    const known = await findKey(tx, tenantId)
    if (known !== undefined) return known
    await tx
      .insert(previewKeys)
      .values({ tenantId, key: randomBytes(32).toString('base64url') })
      .onConflictDoNothing()
    return findKey(tx, tenantId)
  })
  const expiry = (expiresAt.getTime() / 1000).toString(36)
  return { path: `/_preview/${expiry}.${sign(key ?? '', tenantId, expiry)}`, expiresAt }
}

/** True for the token of a link of this shop that has not ended. */
export async function isPreviewToken(
  db: Database,
  tenantId: string,
  token: string,
  now: Date,
): Promise<boolean> {
  const expiresAt = previewExpiry(token)
  if (expiresAt === undefined || expiresAt <= now.getTime()) return false
  const key = await withTenant(db, tenantId, (tx) => findKey(tx, tenantId))
  if (key === undefined) return false
  const [expiry = '', signature = ''] = token.split('.')
  return timingSafeEqual(Buffer.from(sign(key, tenantId, expiry)), Buffer.from(signature))
}

/** Ends all preview links of a shop. */
export async function endPreviews(db: Database, tenantId: string): Promise<void> {
  await withTenant(db, tenantId, (tx) => tx.delete(previewKeys).where(eq(previewKeys.tenantId, tenantId)))
}

async function findKey(tx: Transaction, tenantId: string): Promise<string | undefined> {
  const [row] = await tx.select().from(previewKeys).where(eq(previewKeys.tenantId, tenantId))
  return row?.key
}

function sign(key: string, tenantId: string, expiry: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([tenantId, expiry]))
    .digest('base64url')
}
