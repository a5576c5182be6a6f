import { readPhone } from '@tanabana/contract/phone.ts'
import { isSameSecret } from '@tanabana/node/authorization.ts'
import { normalizeEmail } from '../../normalize-email.ts'

/** Whether the typed text is the order's e-mail or phone. Runs in constant time. SECURITY.md#tracking-guesses */
export function isContactOf(order: { contactEmail: string; contactPhone: string }, typed: string): boolean {
  const isEmail = isSameSecret(order.contactEmail, normalizeEmail(typed))
  const phone = readPhone(typed)
  const isPhone = isSameSecret(order.contactPhone, phone ?? '') && phone !== undefined
  return (isEmail && order.contactEmail !== '') || (isPhone && !typed.includes('@'))
}
