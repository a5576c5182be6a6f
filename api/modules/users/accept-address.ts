import { hasControlCharacters } from '@tanabana/contract/text.ts'
import { ApiError } from '../../errors.ts'
import { clientNetwork } from '../../http/addresses.ts'
import type { AppContext } from '../../http/context.ts'
import { normalizeEmail } from '../../normalize-email.ts'

const EMAIL_MAX = 254

/**
 * Checks an address to which a message will go, and counts the message against the limits of the caller's network and of the
 * address for this purpose.
 * @throws {ApiError} 422 the address is not valid, 429 too many messages
 */
export async function acceptAddress(c: AppContext, purpose: string, email: string): Promise<void> {
  if (email.length > EMAIL_MAX || hasControlCharacters(email))
    throw new ApiError(422, 'Please enter a valid email address.')
  const { rateLimits } = c.get('services')
  const tenantId = c.get('tenant').id
  await rateLimits.messagesByNetwork.consume([tenantId, clientNetwork(c)])
  await rateLimits.messagesToAddress.consume([tenantId, purpose, normalizeEmail(email)])
}
