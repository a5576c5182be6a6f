import { Secret, TOTP } from 'otpauth'

import { openSealedText, sealText } from '../../sealed-text.ts'
import type { StaffRow } from './accounts.ts'

const PERIOD_SECONDS = 30
/** Codes of the step before and after count, for clocks that differ. */
const WINDOW = 1
const SECRET_BYTES = 20

/** A new secret for an authenticator app, in base 32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address that an authenticator app reads as a QR code. RFC 6238 */
export function otpauthUri(secret: string, { shop, email }: { shop: string; email: string }): string {
  return totp(secret, { issuer: shop, label: email }).toString()
}

/** The time step of a right code that was not used before; `undefined` for any other. */
export function stepOfCode(secret: string, code: string, lastStep: number, now: Date): number | undefined {
  const delta = totp(secret).validate({
    token: code.replace(/\s/g, ''),
    timestamp: now.getTime(),
    window: WINDOW,
  })
  if (delta === null) return undefined
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
  return step > lastStep ? step : undefined
}

type Person = Pick<StaffRow, 'tenantId' | 'id'>

/** A secret as it is stored. */
export function sealSecret(secrets: readonly string[], person: Person, secret: string): string {
  return sealText(secrets, factsOf(person), secret)
}

/** The stored secret of an app; `undefined` when the platform's secret that sealed it is gone. */
export function openSecret(secrets: readonly string[], person: Person, sealed: string): string | undefined {
  return openSealedText(secrets, factsOf(person), sealed)
}

function factsOf({ tenantId, id }: Person) {
  return { purpose: 'second-factor' as const, tenantId, owner: id }
}

function totp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
}
