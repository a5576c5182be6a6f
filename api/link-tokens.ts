import { hashOf } from './modules/users/tokens.ts'
import { sign, type Purpose } from './signature.ts'

/** What new tokens are made with. */
export interface TokenSource {
  paymentSecrets: string[]
  now: () => Date
}

/** What a token of a link is made of, beside the secret: the database alone does not lead to it. */
interface TokenFacts {
  purpose: Purpose
  tenantId: string
  message: string
}

export function deriveLinkToken(secret: string, { purpose, tenantId, message }: TokenFacts): string {
  return Buffer.from(sign([secret], purpose, tenantId, message), 'hex').toString('base64url')
}

/** The token with this hash; `undefined` when the secret that made it is gone. */
export function deriveKnownToken(
  secrets: readonly string[],
  facts: TokenFacts,
  tokenHash: string,
): string | undefined {
  return secrets.map((secret) => deriveLinkToken(secret, facts)).find((token) => hashOf(token) === tokenHash)
}

/** True for a text in the form of such a token. */
export function isLinkToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
