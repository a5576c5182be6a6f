import type { Language } from '@tanabana/contract/store-info.ts'
import type { Transaction } from '../../db/index.ts'
import { tellWebhooks } from '../shop-messages/tell-webhooks.ts'
import { endTokens, requestMessage } from './account-requests.ts'
import { replacePasswordHash } from './accounts.ts'
import { revokeTokens } from './tokens.ts'

interface NewPassword {
  tenantId: string
  user: { id: string; email: string }
  passwordHash: string
  /** Session that goes on; the others end. */
  exceptHash?: string
  language: Language | undefined
  sendsEmail: boolean
  now: Date
}

/** Gives an account another password, ends its sessions and links, and tells its shopper and the shop's webhooks. */
export async function setPassword(tx: Transaction, change: NewPassword): Promise<void> {
  const { tenantId, user, passwordHash, exceptHash, language, sendsEmail, now } = change
  await replacePasswordHash(tx, tenantId, user.id, passwordHash)
  await endTokens(tx, tenantId, user.id)
  await revokeTokens(tx, tenantId, user.id, exceptHash)
  const kind = 'account.password-changed'
  const notice = { tenantId, kind, userId: user.id, email: user.email, language, now } as const
  if (sendsEmail) await requestMessage(tx, notice)
  await tellWebhooks(tx, { tenantId, kind, subject: user.id, now })
}
