import { isSameSecret } from '../../../src/network/authorization.ts'

const PHONE_DIGITS = 10

/** The last 10 digits: `+91 98765 43210`, `098765 43210` and `9876543210` are one phone. SECURITY.md#tracking-guesses */
export function normalisePhone(phone: string): string {
  return phone.replace(/\D/g, '').slice(-PHONE_DIGITS)
}

/** Whether the typed text is the order's e-mail or phone. Runs in constant time. */
export function isContactOf(order: { contactEmail: string; contactPhone: string }, typed: string): boolean {
  const isEmail = isSameSecret(order.contactEmail, typed.trim().toLowerCase())
  const phone = normalisePhone(typed)
  const isPhone = isSameSecret(order.contactPhone, phone) && phone.length === PHONE_DIGITS
  return isEmail || (isPhone && !typed.includes('@'))
}
