import { and, eq, gt } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orderLinks } from '../../db/schema.ts'
import { deriveKnownToken, deriveLinkToken, isLinkToken, type TokenSource } from '../../link-tokens.ts'
import { hashOf } from '../users/tokens.ts'

export type OrderLink = typeof orderLinks.$inferSelect

type LinkOf = Pick<OrderLink, 'tenantId' | 'orderNumber' | 'purpose'>

/**
 * Returns the token of an order's link for a purpose, valid for `validMs` from now: the same one as long as it is valid. The
 * caller has locked the order.
 */
export async function openOrderLink(
  tx: Transaction,
  { paymentSecrets, now }: TokenSource,
  link: LinkOf,
  validMs: number,
): Promise<string> {
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + validMs)
  const [known] = await tx
    .update(orderLinks)
    .set({ expiresAt })
    .where(and(isLink(link), gt(orderLinks.expiresAt, createdAt)))
    .returning()
  const token = known && deriveKnownToken(paymentSecrets, tokenFacts(known), known.tokenHash)
  if (token !== undefined) return token

  const [secret = ''] = paymentSecrets
  const newToken = deriveLinkToken(secret, tokenFacts({ ...link, createdAt }))
  const values = { tokenHash: hashOf(newToken), createdAt, expiresAt }
  await tx
    .insert(orderLinks)
    .values({ ...link, ...values })
    .onConflictDoUpdate({
      target: [orderLinks.tenantId, orderLinks.orderNumber, orderLinks.purpose],
      set: values,
    })
  return newToken
}

/** The valid link with this token; `undefined` for any other text. */
export async function findOrderLink(
  tx: Transaction,
  { tenantId, purpose }: Pick<LinkOf, 'tenantId' | 'purpose'>,
  token: string,
  now: Date,
): Promise<OrderLink | undefined> {
  if (!isLinkToken(token)) return undefined
  const [link] = await tx
    .select()
    .from(orderLinks)
    .where(
      and(
        eq(orderLinks.tenantId, tenantId),
        eq(orderLinks.purpose, purpose),
        eq(orderLinks.tokenHash, hashOf(token)),
        gt(orderLinks.expiresAt, now),
      ),
    )
  return link
}

function isLink({ tenantId, orderNumber, purpose }: LinkOf) {
  return and(
    eq(orderLinks.tenantId, tenantId),
    eq(orderLinks.orderNumber, orderNumber),
    eq(orderLinks.purpose, purpose),
  )
}

function tokenFacts({ tenantId, orderNumber, purpose, createdAt }: LinkOf & Pick<OrderLink, 'createdAt'>) {
  return { purpose, tenantId, message: `${orderNumber}/${createdAt.getTime()}` }
}
